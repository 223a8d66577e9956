import type { SignedIn } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import { writeAudit } from '../../../audit/write-audit.ts';
import type { Context } from '../../../context.ts';
import { holdAccount } from '../hold-account.ts';
import { notifyAccount } from './notify-account.ts';
import { hashRecoveryCode, newRecoveryCodes, plainCode } from './recovery-codes.ts';
import { addFactor, findFactor, notePass, replaceRecoveryCodes } from './repo.ts';
import { seal, unseal } from './seal.ts';
import { describeSecret, findStep, newSecret } from './totp.ts';

/** How long somebody may take to set up their app. */
const ENROLMENT_S = 900;

/**
 * Offers an admin a new secret. Nothing is stored: the secret travels in a sealed ticket, so that
 * an enrolment nobody finishes leaves no trace.
 * @throws ShopError `forbidden`, `second_factor_exists`
 */
export async function beginEnrolment(context: Context, { uid, email, isAdmin }: SignedIn) {
  if (!isAdmin) throw new ShopError('forbidden');
  if (await findFactor(context.db.queries, uid)) throw new ShopError('second_factor_exists');
  const secret = newSecret();
  const { name: issuer } = (await context.settings.current()).settings.seller;
  const ticket = await seal(context, secret, { uid, use: 'enrolment', seconds: ENROLMENT_S });
  return {
    ...describeSecret(secret, { issuer, account: email }),
    ticket,
  };
}

/**
 * Turns the second factor on once a code shows that the app has the secret. This session has then
 * passed it in this browser; every other one is asked.
 * @param browserHash the hash of the value that the browser is going to keep
 * @returns the recovery codes, which are told this once
 * @throws ShopError `forbidden`, `second_factor_wrong`, `second_factor_exists`, `unauthenticated`,
 *   `account_disabled`
 */
export async function finishEnrolment(
  context: Context,
  buyer: SignedIn,
  { ticket, code, browserHash }: { ticket: string; code: string; browserHash: string },
): Promise<string[]> {
  const { uid, email, isAdmin, token } = buyer;
  if (!isAdmin) throw new ShopError('forbidden');
  const { db, clock } = context;
  const secret = await unseal(context, ticket, { uid, use: 'enrolment' });
  if (secret === null) throw new ShopError('second_factor_expired');
  const now = clock();
  const step = findStep(secret, plainCode(code), now);
  if (step === null) throw new ShopError('second_factor_wrong');

  const sealedSecret = await seal(context, secret, { uid, use: 'factor' });
  const codes = newRecoveryCodes();
  const hashes = codes.map((each) => hashRecoveryCode(context, uid, each));
  await db.transaction(async (tx) => {
    await holdAccount(context, tx, buyer);
    if (!(await addFactor(tx, { uid, sealedSecret, lastStep: step, now }))) {
      throw new ShopError('second_factor_exists');
    }
    await replaceRecoveryCodes(tx, uid, hashes);
    await notePass(tx, { uid, session: token.session, browserHash, now });
    const action = 'second_factor_added';
    await writeAudit(tx, { by: uid, entity: 'user', entityId: uid, action, changes: [] }, now);
    await notifyAccount(tx, { to: email, change: 'added', at: now });
  });
  context.jobNotifier.notify();
  return codes;
}
