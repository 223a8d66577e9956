/** Set and cleared by the server together with the session, which scripts cannot see. */
const HINT = /(?:^|;\s*)pines_session=1(?:;|$)/;

/** Whether a session may exist. Without one there is nothing to ask and nothing to wait for. */
export function mayHaveSession(cookies: string): boolean {
  return HINT.test(cookies);
}
