import { createStore, useStore } from '#web/lib/store.ts';

export type PreviewUrls = ReturnType<typeof createPreviewUrls>;

/**
 * Reads a picture again, larger than its preview: from its URL at the shop, or this browser's file
 * without one. Null if impossible.
 */
type Enlarge = (id: string, source: string | undefined) => Promise<Blob | null>;

/** Creates object URLs of previews, one per picture, and releases unused ones. */
export function createPreviewUrls(enlarge: Enlarge = async () => null) {
  const { get, set, subscribe } = createStore<ReadonlyMap<string, string>>(new Map());
  return {
    subscribe,
    enlarge,
    get: (id: string): string | undefined => get().get(id),
    set(id: string, preview: Blob) {
      const before = get().get(id);
      set(new Map(get()).set(id, URL.createObjectURL(preview)));
      if (before) URL.revokeObjectURL(before);
    },
    remove(ids: readonly string[]) {
      const rest = new Map(get());
      for (const id of ids) {
        const url = rest.get(id);
        if (url) URL.revokeObjectURL(url);
        rest.delete(id);
      }
      set(rest);
    },
  };
}

/** Returns the URL of a picture's preview; undefined until it is made. */
export function usePreview({ get, subscribe }: PreviewUrls, id: string): string | undefined {
  return useStore({ get: () => get(id), subscribe });
}
