/** Answers in the providers' own form. */
export function answerJson(
  status: number,
  body: object | null,
  setCookies: readonly string[] = [],
): Response {
  const headers = new Headers({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  });
  for (const cookie of setCookies) headers.append('set-cookie', cookie);
  return new Response(JSON.stringify(body), { status, headers });
}

/** Refuses in the providers' own form. */
export function refuse(status: number, code: string, setCookies: readonly string[] = []): Response {
  const message = code.toLowerCase().replaceAll('_', ' ');
  return answerJson(status, { code, message }, setCookies);
}

/** Sends the browser elsewhere. */
export function redirect(location: string, setCookies: readonly string[] = []): Response {
  const headers = new Headers({ location });
  for (const cookie of setCookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 302, headers });
}
