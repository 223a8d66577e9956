import { useSyncExternalStore } from 'react';
import type { PreviewUrls } from './preview-urls.ts';

/** @returns the address of a picture's preview, once it has been made */
export function usePreview(previews: PreviewUrls, id: string): string | undefined {
  const read = () => previews.get(id);
  return useSyncExternalStore(previews.subscribe, read, read);
}
