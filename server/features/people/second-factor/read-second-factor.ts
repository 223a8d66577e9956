import type { SecondFactor } from '#contract/second-factor.ts';
import type { SignedIn } from '#domain/buyer.ts';
import type { Context } from '../../../context.ts';
import { readPass } from '../require-second-factor.ts';
import { findFactor, findPass } from './repo.ts';

type Parts = Pick<Context, 'config' | 'db'>;
type Who = Pick<SignedIn, 'isAdmin' | 'token'>;

/** @param browserHash the hash of the value that the browser keeps; null when it keeps none */
export async function readSecondFactor(
  { config, db }: Parts,
  { isAdmin, token }: Who,
  browserHash: string | null,
): Promise<SecondFactor> {
  const { uid, session } = token;
  const [factor, { enrolled, passed }] = await Promise.all([
    findFactor(db.queries, uid),
    findPass(db.queries, { uid, session, browserHash }),
  ]);
  return {
    required: isAdmin && (enrolled || config.adminSecondFactor === 'required'),
    enrolled,
    passed,
    since: factor ? new Date(factor.since).toISOString() : null,
    recoveryCodesLeft: factor?.codesLeft ?? 0,
  };
}

/** Makes the check before every admin call: whether a session needs no (further) second factor. */
export function secondFactorGate(context: Parts & Pick<Context, 'publicUrl'>) {
  return async (token: SignedIn['token'], cookies: string | undefined): Promise<boolean> => {
    const { enrolled, passed } = await readPass(context, { token, cookies });
    return passed || (!enrolled && context.config.adminSecondFactor === 'off');
  };
}
