import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { emailOf } from './body.ts';
import type { EmbeddedOptions } from './options.ts';
import { readSetSession } from './session-cookie.ts';
import { cookieRules } from './session-user.ts';
import { findSession } from './sessions.ts';

/** Calls that let somebody into an account, or change how they get in. */
const ways: Readonly<Record<string, string>> = {
  'POST /api/identity/sign-up/email': 'sign-up',
  'POST /api/identity/sign-in/email': 'password',
  'GET /api/identity/callback/google': 'google',
  'POST /api/identity/change-password': 'password change',
  'POST /api/identity/reset-password': 'password reset',
};

/**
 * Logs who got in, who did not and who was not let try: the account by its id, the client by a keyed
 * hash of its address. After the answer, so that its time tells nobody which accounts there are.
 */
export function logSignIns(scope: FastifyInstance, options: EmbeddedOptions): void {
  scope.addHook('onResponse', async (request, reply) => {
    const way = ways[`${request.method} ${request.routeOptions.url}`];
    if (way === undefined) return;
    const { client } = options.limits.hashClient(request.ip);
    const facts = { way, account: await accountOf(options, request, reply), client };
    const outcome = outcomeOf(reply);
    if (outcome === 'signed in') request.log.info(facts, outcome);
    else request.log.warn({ ...facts, status: reply.statusCode }, outcome);
  });
}

function outcomeOf(reply: FastifyReply): string {
  const { statusCode } = reply;
  if (statusCode === 403 || statusCode === 429 || statusCode >= 500) return 'sign-in refused';
  if (statusCode >= 400 || (statusCode >= 300 && setCookies(reply).length === 0)) {
    return 'sign-in failed';
  }
  return 'signed in';
}

/** Returns the account's id, or null for one that there is not. */
async function accountOf(
  options: EmbeddedOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const { db, clock } = options;
  const token = readSetSession(setCookies(reply), cookieRules(options));
  if (token !== null) return (await findSession(db.queries, token, clock()))?.uid ?? null;
  const email = emailOf(request);
  if (email === null) return null;
  const user = await db.queries
    .selectFrom('identity_users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return user?.id ?? null;
}

function setCookies(reply: FastifyReply): string[] {
  const header = reply.getHeader('set-cookie');
  return header === undefined ? [] : [header].flat().map(String);
}
