import type { FastifyInstance } from 'fastify';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** Sends a request directly to the routes, without a socket, with the interface of `fetch`. */
export async function injectInto(
  app: FastifyInstance,
  address: string,
  init?: RequestInit,
): Promise<Response> {
  const request = new Request(address, init);
  const { host, origin } = new URL(address);
  const payload = Buffer.from(await request.arrayBuffer());
  const answer = await app.inject({
    method: METHODS.find((method) => method === request.method) ?? 'GET',
    url: address.slice(origin.length),
    headers: { host, ...Object.fromEntries(request.headers) },
    ...(payload.length > 0 ? { payload } : {}),
  });
  const { statusCode: status, rawPayload } = answer;
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
  );
  const body = status === 204 || status === 304 ? null : new Uint8Array(rawPayload);
  return new Response(body, { status, headers });
}
