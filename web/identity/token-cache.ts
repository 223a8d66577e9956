/** A token is replaced this long before it expires, so that it is still valid at the shop. */
const MARGIN_MS = 60_000;

type Claims = { iat?: unknown; exp?: unknown };

function readClaims(token: string): Claims {
  const [, payload = ''] = token.split('.');
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return {};
  }
}

/** Returns a token's lifetime by its claims, not by this device's clock, in milliseconds. */
export function tokenLifetime(token: string): number {
  const { iat, exp } = readClaims(token);
  return typeof iat === 'number' && typeof exp === 'number' ? (exp - iat) * 1000 : 0;
}

/**
 * Caches the ID token only in memory, until shortly before it expires. Concurrent callers share one
 * request.
 * @param fetchToken requests a new token from the provider
 */
export function createTokenCache(
  fetchToken: () => Promise<string>,
  now: () => number = () => performance.now(),
) {
  let kept: { token: string; until: number } | null = null;
  let underway: Promise<string> | null = null;
  let generation = 0;

  const renew = async () => {
    const begun = generation;
    const asked = now();
    const token = await fetchToken();
    // A token requested before the user changed is not used.
    if (begun === generation) kept = { token, until: asked + tokenLifetime(token) - MARGIN_MS };
    return token;
  };

  return {
    get({ fresh = false }: { fresh?: boolean } = {}): Promise<string> {
      if (!fresh && kept && now() < kept.until) return Promise.resolve(kept.token);
      if (underway) return underway;
      const mine = renew().finally(() => {
        if (underway === mine) underway = null;
      });
      underway = mine;
      return mine;
    },
    clear() {
      generation += 1;
      kept = null;
      underway = null;
    },
  };
}
