import { ShopError } from '#domain/base/errors.ts';
import type { SignedIn } from '#domain/people/buyer.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { countMail } from '#server/features/mail/count-mail.ts';
import { enqueueMail, type SecondFactorChange } from '#server/features/mail/enqueue-mail.ts';
import { lockCallerAccount } from '#server/features/people/authorize.ts';
import { readPass } from '#server/features/people/require-second-factor.ts';
import {
  addFactor,
  findFactor,
  forgetSecondFactor,
  lockFactor,
  notePass,
  replaceRecoveryCodes,
} from './repo.ts';
import {
  describeSecret,
  findStep,
  hashRecoveryCode,
  newRecoveryCodes,
  newSecret,
  plainCode,
  seal,
  unseal,
} from './totp.ts';

/**
 * Returns ten new recovery codes; the old ones become invalid.
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
    await lockCallerAccount(context, tx, buyer);
    if (!(await lockFactor(context.db, tx, uid))) throw new ShopError('second_factor_missing');
    const hashes = codes.map((code) => hashRecoveryCode(context, uid, code));
    await replaceRecoveryCodes(tx, uid, hashes);
    const action = 'recovery_codes_renewed';
    await writeAudit(tx, { by: uid, entity: 'user', entityId: uid, action }, now);
    await notifyAccount(context, tx, { to: email, change: 'codes_renewed', at: now });
  });
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
    await lockCallerAccount(context, tx, buyer);
    if (!(await forgetSecondFactor(tx, { uid, by: uid, now }))) return;
    await notifyAccount(context, tx, { to: email, change: 'removed', at: now });
  });
}

/** An attacker with only the password must not change the second factor. */
async function refuseUnpassed(...call: Parameters<typeof readPass>): Promise<void> {
  const { enrolled, passed } = await readPass(...call);
  if (!enrolled) throw new ShopError('second_factor_missing');
  if (!passed) throw new ShopError('second_factor_required');
}

/** How long a user may take to set up the app. */
const ENROLMENT_S = 900;

/**
 * Returns a new secret for an admin. Nothing is stored: the secret is in an encrypted ticket, so that
 * an unfinished enrolment leaves no data.
 * @throws ShopError `forbidden`, `second_factor_exists`
 */
export async function beginEnrolment(context: Context, { uid, email, isAdmin }: SignedIn) {
  if (!isAdmin) throw new ShopError('forbidden');
  if (await findFactor(context.db.queries, uid)) throw new ShopError('second_factor_exists');
  const secret = newSecret();
  const { name: issuer } = (await context.settings.current()).settings.seller;
  const ticket = await seal(context, secret, { uid, use: 'enrolment', seconds: ENROLMENT_S });
  return { ...describeSecret(secret, { issuer, account: email }), ticket };
}

/**
 * Turns the second factor on once a code proves that the app has the secret. This session has then
 * passed it in this browser; every other one must pass it.
 * @param browserHash the hash of the value in the browser's new cookie
 * @returns the recovery codes, which are shown only once
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
    await lockCallerAccount(context, tx, buyer);
    if (!(await addFactor(tx, { uid, sealedSecret, lastStep: step, now }))) {
      throw new ShopError('second_factor_exists');
    }
    await replaceRecoveryCodes(tx, uid, hashes);
    await notePass(tx, { uid, session: token.session, browserHash, now });
    const action = 'second_factor_added';
    await writeAudit(tx, { by: uid, entity: 'user', entityId: uid, action }, now);
    await notifyAccount(context, tx, { to: email, change: 'added', at: now });
  });
  return codes;
}

/** Enqueues the mail about a change of the second factor, within the rate limit of its mailbox. */
export async function notifyAccount(
  context: Context,
  tx: Tx,
  { to, change, at }: { to: string; change: SecondFactorChange; at: number },
): Promise<void> {
  const kind = `second_factor_changed ${change}` as const;
  if (!(await countMail(context, tx, { kind, to, now: at }))) return;
  await enqueueMail(tx, { kind: 'second_factor_changed', to, change, at }, at);
}
