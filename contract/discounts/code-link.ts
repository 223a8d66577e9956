export const CODE_PARAMETER = 'codigo';

/** Returns the link with a discount code, such as `https://pines.cl/?codigo=CLUB10`. */
export function codeLink(origin: string, code: string): string {
  return `${origin}/?${CODE_PARAMETER}=${encodeURIComponent(code)}`;
}
