/** The e-mail that a verification link is about; empty when the link does not tell. */
export function readTokenEmail(token: string): string {
  const [, payload = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(
      atob(payload.replaceAll('-', '+').replaceAll('_', '/')),
      (character) => character.charCodeAt(0),
    );
    const claims: { email?: unknown } = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims.email === 'string' ? claims.email : '';
  } catch {
    return '';
  }
}
