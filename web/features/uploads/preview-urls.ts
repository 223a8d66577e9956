import { createStore, useStore } from '#web/lib/store.ts';

export type PreviewUrls = ReturnType<typeof createPreviewUrls>;

/** Addresses of small preview pictures for `<img>`, made once each and released when unused. */
export function createPreviewUrls() {
  const { get, set, subscribe } = createStore<ReadonlyMap<string, string>>(new Map());
  return {
    subscribe,
    get: (id: string): string | undefined => get().get(id),
    add(id: string, preview: Blob) {
      if (!get().has(id)) set(new Map(get()).set(id, URL.createObjectURL(preview)));
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

/** Returns the address of a picture's preview, once it has been made. */
export function usePreview({ get, subscribe }: PreviewUrls, id: string): string | undefined {
  return useStore({ get: () => get(id), subscribe });
}
