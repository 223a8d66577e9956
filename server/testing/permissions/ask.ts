import fc from 'fast-check';
import type { Operation } from '#server/testing/hostile/document.ts';
import { fromSchema } from '#server/testing/hostile/from-schema.ts';
import type { TestShop } from '#server/testing/shop.ts';
import type { Caller, Owner } from './callers.ts';

/** The response to a caller. */
export type CallAnswer = { status: number; text: string };

const SEED = 12;

/** Sends a call for the owner's data, with a valid body. */
export async function askAs(
  shop: Pick<TestShop, 'fetch'>,
  caller: Caller,
  { operation, owner }: { operation: Operation; owner: Owner },
): Promise<CallAnswer> {
  const { method, path, body } = operation;
  const response = await shop.fetch(fillPath(path, owner), {
    method,
    redirect: 'manual',
    headers: {
      ...(caller.bearer === null ? {} : { authorization: `Bearer ${caller.bearer}` }),
      ...(caller.cookie === '' ? {} : { cookie: caller.cookie }),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === null ? {} : { body: JSON.stringify(sampleOf(body)) }),
  });
  return { status: response.status, text: await response.text() };
}

/** Returns a text that differs once the caller is no longer signed in: some calls end a session. */
export async function isSignedIn(shop: Pick<TestShop, 'fetch'>, caller: Caller): Promise<string> {
  const { bearer, cookie } = caller;
  const headers = { cookie, ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) };
  const [check, token] = await Promise.all(
    ['/api/auth/check-admin', '/api/identity/token'].map((path) => shop.fetch(path, { headers })),
  );
  return `${check?.status} ${await check?.text()} ${token?.status}`;
}

type Schema = NonNullable<Operation['body']>;

/** To make one takes longer than its call. */
const samples = new WeakMap<Schema, unknown>();

function sampleOf(schema: Schema): unknown {
  const known = samples.get(schema);
  if (known !== undefined) return known;
  const [sample] = fc.sample(fromSchema(schema), { seed: SEED, numRuns: 1 });
  samples.set(schema, sample);
  return sample;
}

/** Fills a path with the owner's ids, by its parameters' names. */
function fillPath(path: string, owner: Owner): string {
  const known: Record<string, string> = {
    id: owner.orderId,
    uid: owner.uid,
    n: '1',
    mark: 'packed',
  };
  return path
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? 'X')
    .replace('*', 'nada');
}
