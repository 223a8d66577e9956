/** Where calls get the account's ID token from. */
export type BearerSource = {
  /** The token; null stands for a guest. */
  token: (options: { fresh: boolean }) => Promise<string | null>;
  /** Hears that the shop refused even a fresh token. */
  onRefused: () => void;
};

let source: BearerSource = { token: () => Promise.resolve(null), onRefused: () => undefined };

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
