/** Makes a picture's name inside the draft. It tells when it was made and holds no dot. */
export function newPictureId(now: number = Date.now()): string {
  return `${now.toString(36)}-${crypto.randomUUID()}`;
}

/** @returns how long ago a picture was chosen, in milliseconds; Infinity for a foreign name */
export function pictureAge(id: string, now: number = Date.now()): number {
  const made = Number.parseInt(id.split('-')[0] ?? '', 36);
  return Number.isNaN(made) ? Number.POSITIVE_INFINITY : now - made;
}
