import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../identity.ts';
import { readAccountRow } from './accounts.ts';
import { textOf } from './body.ts';
import type { Desk } from './desk.ts';
import { createMailAttempts } from './mail-attempts.ts';
import { readMailProof, signMailProof } from './mail-tokens.ts';
import { rejectAccount } from './reject-account.ts';
import { answerJson, refuse } from './relay.ts';
import { returnLink, withQuery } from './return-link.ts';
import { sessionUser } from './session-user.ts';
import { verifyEmail } from './verify-email.ts';

const DEFAULT_RETURN = '/?emailVerified=true';
const PATH = '/verify-email';

/**
 * The e-mail's verification. Reading the mail proves that somebody holds the mailbox, the session
 * that he also opened the account: it takes both, or a stranger's account would be verified by the
 * click of the person whose address he took.
 */
export function verificationRoutes(scope: FastifyInstance, desk: Desk): void {
  const { options, attempts } = desk;
  const { db, mailKey, clock, publicUrl } = options;
  const mailAttempts = createMailAttempts(options.limits);
  const back = (link: unknown) => returnLink(link, publicUrl(), options.ownOrigins());

  scope.post('/send-verification-email', async (request, reply) => {
    const user = await sessionUser(options, request);
    if (!user) return refuse(reply, 401, 'UNAUTHORIZED');
    const link = back(textOf(request, 'callbackURL') ?? DEFAULT_RETURN);
    if (link === null) return refuse(reply, 403, 'INVALID_CALLBACK_URL');
    if (user.emailVerified) return refuse(reply, 400, 'EMAIL_ALREADY_VERIFIED');
    await mailAttempts.count('verify_email', { to: user.email, address: request.ip });
    const token = await signMailProof(user, { mailKey, now: clock() });
    const query = new URLSearchParams({ token, callbackURL: link });
    const url = `${publicUrl()}/api/identity${PATH}?${query}`;
    await options.enqueueMail(db.queries, { kind: 'verify_email', to: user.email, url });
    options.ringMail();
    return answerJson(reply, 200, { status: true });
  });

  scope.get<{ Querystring: { token?: unknown; callbackURL?: unknown } }>(
    PATH,
    async (request, reply) => {
      const link = back(request.query.callbackURL ?? DEFAULT_RETURN);
      if (link === null) return refuse(reply, 403, 'INVALID_CALLBACK_URL');
      const token = String(request.query.token ?? '');
      const account = await provenAccount(token);
      if (typeof account === 'string') return reply.redirect(withQuery(link, 'error', account));
      if (account.emailVerified) return reply.redirect(link);
      const user = await sessionUser(options, request);
      if (user?.uid !== account.uid) {
        const home = new URL(`/?error=SIGN_IN_TO_VERIFY`, link);
        home.hash = `verify-email=${token}`;
        return reply.redirect(home.href);
      }
      if (!(await verifyEmail(options, user, account.email))) {
        return reply.redirect(withQuery(link, 'error', 'INVALID_TOKEN'));
      }
      return reply.redirect(link);
    },
  );

  scope.post(PATH, async (request, reply) => {
    const account = await readProof(request, reply);
    if (!account) return reply;
    const user = await sessionUser(options, request);
    if (!user) return refuse(reply, 401, 'UNAUTHORIZED');
    if (user.uid !== account.uid) return refuse(reply, 403, 'INVALID_USER');
    if (!(await verifyEmail(options, user, account.email))) {
      return refuse(reply, 401, 'UNAUTHORIZED');
    }
    return answerJson(reply, 200, { status: true });
  });

  scope.post('/reject-account', async (request, reply) => {
    const account = await readProof(request, reply);
    if (!account) return reply;
    if (!(await rejectAccount(options, account.uid))) {
      return refuse(reply, 400, 'EMAIL_ALREADY_VERIFIED');
    }
    return answerJson(reply, 200, { status: true });
  });

  async function readProof(request: FastifyRequest, reply: FastifyReply): Promise<Account | null> {
    await attempts.count([['link', request.ip]]);
    const account = await provenAccount(textOf(request, 'token') ?? '');
    if (typeof account !== 'string') return account;
    refuse(reply, 400, account);
    return null;
  }

  async function provenAccount(
    token: string,
  ): Promise<Account | 'TOKEN_EXPIRED' | 'INVALID_TOKEN'> {
    const proof = await readMailProof(token, { mailKey, now: clock() });
    if (typeof proof === 'string') return proof;
    const account = await readAccountRow(db.queries, proof.uid);
    return account?.email === proof.email ? account : 'INVALID_TOKEN';
  }
}
