import type { SecondFactor } from '#contract/second-factor.ts';
import type { SignedIn } from '#domain/buyer.ts';
import type { Context } from '../../../context.ts';
import { findFactor, findPass } from './repo.ts';

type Parts = Pick<Context, 'config' | 'db'>;
type Who = Pick<SignedIn, 'isAdmin' | 'token'>;

export async function readSecondFactor(
  { config, db }: Parts,
  { isAdmin, token }: Who,
): Promise<SecondFactor> {
  const [factor, { enrolled, passed }] = await Promise.all([
    findFactor(db.queries, token.uid),
    findPass(db.queries, token),
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
export function secondFactorGate({ config, db }: Parts) {
  return async (token: SignedIn['token']): Promise<boolean> => {
    const { enrolled, passed } = await findPass(db.queries, token);
    return passed || (!enrolled && config.adminSecondFactor === 'off');
  };
}
