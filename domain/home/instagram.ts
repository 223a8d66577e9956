const HANDLE = /^(?:(?:https?:\/\/)?(?:www\.)?instagram\.com\/|@)?([\w.]{1,30})\/?(?:\?\S*)?$/i;

/** Returns the name of an Instagram account typed with or without `@`, or as a link; else null. */
export function instagramName(text: string): string | null {
  return HANDLE.exec(text)?.[1] ?? null;
}
