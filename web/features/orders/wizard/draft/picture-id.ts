/** Returns a new id of a picture in the draft, with the time of its creation and without a dot. */
export function newPictureId(now: number = Date.now()): string {
  return `${now.toString(36)}-${crypto.randomUUID()}`;
}

/** Returns how long ago a picture was chosen, in milliseconds; Infinity for an unknown id. */
export function pictureAge(id: string, now: number = Date.now()): number {
  const made = Number.parseInt(id.split('-')[0] ?? '', 36);
  return Number.isNaN(made) ? Number.POSITIVE_INFINITY : now - made;
}
