import type { IdentityCall, IdentityRequest } from '../identity.ts';
import type { CallParts } from './call-parts.ts';
import { type Answer, askAuth, clearEnded, passOn } from './relay.ts';
import { sessionUser } from './session-user.ts';

export function sessionCalls({ options, provider }: CallParts): IdentityCall[] {
  const { db, forgetPass } = options;
  const ask = async (request: IdentityRequest, path: string, body?: unknown): Promise<Answer> =>
    askAuth(await provider.auth(), request, { path, body, publicUrl: options.publicUrl() });
  const secure = () => options.publicUrl().startsWith('https:');

  return [
    {
      method: 'GET',
      path: '/token',
      answer: async (request) => {
        const answer = await ask(request, '/token');
        if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'no-store');
        return passOn(answer.status === 401 ? clearEnded(request, answer, secure()) : answer);
      },
    },
    {
      method: 'GET',
      path: '/get-session',
      answer: async (request) => {
        const answer = await ask(request, '/get-session');
        const ended = answer.body === 'null' || answer.body === '';
        return passOn(ended ? clearEnded(request, answer, secure()) : answer);
      },
    },
    {
      method: 'POST',
      path: '/sign-out',
      answer: async (request) => {
        const user = await sessionUser(options, request);
        const answer = await ask(request, '/sign-out', {});
        if (user) await forgetPass(db.queries, { uid: user.uid, session: user.sid });
        return passOn(clearEnded(request, answer, secure()));
      },
    },
  ];
}
