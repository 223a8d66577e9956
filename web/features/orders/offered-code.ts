import { CODE_PARAMETER } from '#contract/code-link.ts';

/** Whether the page was opened by a link that carries a discount code. */
export function hasOfferedCode(): boolean {
  return new URLSearchParams(location.search).has(CODE_PARAMETER);
}
