import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Desk } from './desk.ts';
import { type Answer, askAuth, clearEnded, sendAnswer } from './relay.ts';

/** The session: its ID token, who it is of, its end. */
export function sessionRoutes(scope: FastifyInstance, { options, provider }: Desk): void {
  const ask = async (request: FastifyRequest, path: string, body?: unknown): Promise<Answer> =>
    askAuth(await provider.auth(), request, { path, body, publicUrl: options.publicUrl() });
  const secure = () => options.publicUrl().startsWith('https:');

  scope.get('/token', async (request, reply) => {
    const answer = await ask(request, '/token');
    reply.header('cache-control', 'no-store');
    return sendAnswer(
      reply,
      answer.status === 401 ? clearEnded(request, answer, secure()) : answer,
    );
  });

  scope.get('/get-session', async (request, reply) => {
    const answer = await ask(request, '/get-session');
    const ended = answer.body === 'null' || answer.body === '';
    return sendAnswer(reply, ended ? clearEnded(request, answer, secure()) : answer);
  });

  scope.post('/sign-out', async (request, reply) => {
    const answer = await ask(request, '/sign-out', {});
    return sendAnswer(reply, clearEnded(request, answer, secure()));
  });
}
