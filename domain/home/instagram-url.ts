/** Returns the link to the page of an Instagram account. */
export function instagramUrl(name: string): string {
  return `https://www.instagram.com/${name}/`;
}
