import type { SignedIn } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../context.ts';

/** How long after signing in a session may do what cannot be undone. */
const FRESH_SIGN_IN_MS = 10 * 60_000;

/**
 * Refuses a session that somebody else may have found open: the browser then asks its owner to
 * sign in again, which begins a new session.
 * @throws ShopError `fresh_sign_in_required`
 */
export function requireFreshSignIn(
  { clock }: Pick<Context, 'clock'>,
  { signedInAt }: Pick<SignedIn, 'signedInAt'>,
): void {
  if (clock() - signedInAt > FRESH_SIGN_IN_MS) throw new ShopError('fresh_sign_in_required');
}
