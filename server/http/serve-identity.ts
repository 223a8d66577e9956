import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import { ShopError } from '#domain/base/errors.ts';
import type { Identity, IdentityCall } from '#server/ports/identity/identity.ts';

type UntypedCall = { Params: Record<string, string>; Querystring: Record<string, unknown> };

/** Serves the identity provider's own calls under `/api/identity`, in its own format. */
export async function serveIdentity(app: FastifyInstance, identity: Identity): Promise<void> {
  const { calls, refuse } = await identity.open(app.log);
  const routes: FastifyPluginAsync = async (scope) => {
    takeJsonOnly(scope);
    scope.addHook('onRequest', async (request, reply) => {
      const refusal = refuse(request);
      return refusal ? send(reply, refusal) : undefined;
    });
    for (const call of calls) serveCall(scope, call);
  };
  await app.register(routes, { prefix: '/api/identity' });
}

function serveCall(scope: FastifyInstance, { method, path, answer, note }: IdentityCall): void {
  scope.route<UntypedCall>({
    method,
    url: path,
    schema: { hide: true },
    handler: async (request, reply) => send(reply, await answer(request)),
    onResponse: async (request, reply) => {
      if (!note || request.method !== method) return;
      const setCookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
      await note(request, { status: reply.statusCode, setCookies }, request.log);
    },
  });
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') reply.header(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  const body = Buffer.from(await answer.arrayBuffer());
  return reply.code(answer.status).send(body.length > 0 ? body : undefined);
}

/** Accepts only JSON, which forms on other sites cannot send. */
function takeJsonOnly(scope: FastifyInstance): void {
  scope.removeContentTypeParser('multipart/form-data');
  scope.addHook('preValidation', async ({ body }) => {
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    if (body !== undefined && !isObject) throw new ShopError('invalid_json');
  });
}
