import { CODE_PARAMETER } from '#contract/code-link.ts';
import { MAX_CODE_LENGTH, normalizeCode } from '#domain/discounts.ts';

/** Reads a link's code (`/?codigo=BIENVENIDA10`) and the address without it; null without one. */
export function readOfferedCode(address: string): { code: string; cleaned: string } | null {
  const url = new URL(address);
  const given = url.searchParams.get(CODE_PARAMETER);
  if (given === null) return null;
  url.searchParams.delete(CODE_PARAMETER);
  const code = normalizeCode(given.toWellFormed().replace(/\p{Cc}/gu, ''));
  return {
    code: code.slice(0, MAX_CODE_LENGTH).toWellFormed(),
    cleaned: `${url.pathname}${url.search}${url.hash}`,
  };
}
