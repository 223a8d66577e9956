import type { SignedIn } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import { writeAudit } from '../../../audit/write-audit.ts';
import type { Context } from '../../../context.ts';
import { holdAccount } from '../hold-account.ts';
import { readPass } from '../require-second-factor.ts';
import { forgetSecondFactor } from './forget-second-factor.ts';
import { notifyAccount } from './notify-account.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { holdFactor, replaceRecoveryCodes } from './repo.ts';

/**
 * Makes ten new recovery codes; the old ones are void.
 * @param cookies the request's `Cookie` header
 * @throws ShopError `second_factor_missing`, `second_factor_required`, `unauthenticated`,
 *   `account_disabled`
 */
export async function renewRecoveryCodes(
  context: Context,
  buyer: SignedIn,
  cookies: string | undefined,
): Promise<string[]> {
  const { uid, email, token } = buyer;
  await refuseUnpassed(context, { token, cookies });
  const codes = newRecoveryCodes();
  const now = context.clock();
  await context.db.transaction(async (tx) => {
    await holdAccount(context, tx, buyer);
    if (!(await holdFactor(context.db, tx, uid))) throw new ShopError('second_factor_missing');
    await replaceRecoveryCodes(
      tx,
      uid,
      codes.map((code) => hashRecoveryCode(context, uid, code)),
    );
    const action = 'recovery_codes_renewed';
    await writeAudit(tx, { by: uid, entity: 'user', entityId: uid, action, changes: [] }, now);
    await notifyAccount(tx, { to: email, change: 'codes_renewed', at: now });
  });
  context.jobNotifier.notify();
  return codes;
}

/**
 * Turns the second factor off, with its codes and every session's pass.
 * @param cookies the request's `Cookie` header
 * @throws ShopError `second_factor_missing`, `second_factor_required`, `unauthenticated`,
 *   `account_disabled`
 */
export async function removeSecondFactor(
  context: Context,
  buyer: SignedIn,
  cookies: string | undefined,
): Promise<void> {
  const { uid, email, token } = buyer;
  await refuseUnpassed(context, { token, cookies });
  const now = context.clock();
  await context.db.transaction(async (tx) => {
    await holdAccount(context, tx, buyer);
    if (!(await forgetSecondFactor(tx, { uid, by: uid, now }))) return;
    await notifyAccount(tx, { to: email, change: 'removed', at: now });
  });
  context.jobNotifier.notify();
}

/** Whoever has only the password may not touch what stands beside it. */
async function refuseUnpassed(...call: Parameters<typeof readPass>): Promise<void> {
  const { enrolled, passed } = await readPass(...call);
  if (!enrolled) throw new ShopError('second_factor_missing');
  if (!passed) throw new ShopError('second_factor_required');
}
