/** The source of the account's ID token. */
export type BearerSource = {
  /** Returns the token; null for a guest. */
  token: (options: { fresh: boolean }) => Promise<string | null>;
  /** Called when the shop has refused even a fresh token. */
  onRefused: () => void;
};

let source: BearerSource = { token: () => Promise.resolve(null), onRefused: () => undefined };

export function setBearerSource(next: BearerSource) {
  source = next;
}

/**
 * Sends a request with the account's token, and again with a fresh one if the shop refuses it.
 * @param call gets the headers to send
 * @param isUnauthenticated returns true for a refused token
 */
export async function withBearer<T>(
  call: (headers: Record<string, string>) => Promise<T>,
  isUnauthenticated: (error: unknown) => boolean,
): Promise<T> {
  const { token, onRefused } = source;
  const attempt = async (fresh: boolean) => {
    const bearer = await token({ fresh });
    return call(bearer === null ? {} : { Authorization: `Bearer ${bearer}` });
  };
  try {
    return await attempt(false);
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
  }
  try {
    return await attempt(true);
  } catch (error) {
    if (isUnauthenticated(error)) onRefused();
    throw error;
  }
}
