/** Wakes those who wait for work. */
export type Notifier = {
  notify(): void;
  /** Settles at the next notification. Take it before looking for work, so that none is missed. */
  next(): Promise<void>;
};

export function createNotifier(): Notifier {
  let awaited = Promise.withResolvers<void>();
  return {
    notify: () => {
      awaited.resolve();
      awaited = Promise.withResolvers<void>();
    },
    next: () => awaited.promise,
  };
}
