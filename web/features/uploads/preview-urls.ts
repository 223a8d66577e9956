/** Addresses of small preview pictures for `<img>`, made once each and released when unused. */
export function createPreviewUrls() {
  const urls = new Map<string, string>();
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get: (id: string): string | undefined => urls.get(id),
    add(id: string, preview: Blob) {
      if (urls.has(id)) return;
      urls.set(id, URL.createObjectURL(preview));
      for (const listener of listeners) listener();
    },
    remove(ids: readonly string[]) {
      for (const id of ids) {
        const url = urls.get(id);
        if (url) URL.revokeObjectURL(url);
        urls.delete(id);
      }
    },
  };
}

export type PreviewUrls = ReturnType<typeof createPreviewUrls>;
