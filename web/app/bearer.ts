type BearerSource = (options: { fresh: boolean }) => Promise<string | null>;

let source: BearerSource = () => Promise.resolve(null);

/** Says where calls get the account's ID token from; null stands for a guest. */
export function setBearerSource(next: BearerSource) {
  source = next;
}

/**
 * Runs a call with the account's token, and once more with a fresh one when the shop refuses it.
 * @param call gets the headers to send
 * @param isUnauthenticated tells a refusal of the token from other failures
 */
export async function withBearer<T>(
  call: (headers: Record<string, string>) => Promise<T>,
  isUnauthenticated: (error: unknown) => boolean,
): Promise<T> {
  const token = await source({ fresh: false });
  if (token === null) return call({});
  try {
    return await call({ Authorization: `Bearer ${token}` });
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
    const fresh = await source({ fresh: true });
    return call(fresh === null ? {} : { Authorization: `Bearer ${fresh}` });
  }
}
