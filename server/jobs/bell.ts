/** Tells whoever waits that there may be something to do. */
export type Bell = {
  ring(): void;
  /** Settles at the next ring. Take it before looking for work, so that no ring is missed. */
  next(): Promise<void>;
};

export function createBell(): Bell {
  let awaited = Promise.withResolvers<void>();
  return {
    ring: () => {
      awaited.resolve();
      awaited = Promise.withResolvers<void>();
    },
    next: () => awaited.promise,
  };
}
