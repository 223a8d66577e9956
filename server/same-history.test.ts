import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listOperations, type Operation } from '#server/testing/hostile/document.ts';
import { fromSchema } from '#server/testing/hostile/from-schema.ts';
import { type Action, action } from '#server/testing/model/actions.ts';
import { openWorld, type World } from '#server/testing/model/world.ts';
import { LONG, report, SEED } from '#server/testing/seed.ts';
import { databases } from '#server/testing/shop.ts';

const CALLS = Number(process.env.TEST_RUNS ?? (LONG ? 10_000 : 100));
/** Calls per run, so few that the lists are not much longer than a page. */
const LIFE = 100;
const PATIENCE_MS = LONG ? 3_600_000 : 180_000;

/** A GET request; `order` is any number, which selects one of the placed orders. */
type Reading = { does: 'read'; path: string; order: number; query: Record<string, unknown> };
type Call = Action | Reading;

/** Paths whose responses depend on the machine or on another server. */
const EXCLUDED =
  /identity|test-db|admin\/settings$|geocode|health|metrics|openapi|backup|calibration|\/file$|\.zip$/;

/** Returns whether a response sorts lines by id, which is random. */
function isOrderedById(call: Call): boolean {
  return call.does === 'read' && call.path.endsWith('/documents.csv');
}

/** Returns the parts where two responses first differ; none if they are equal. */
function findDifference([one = '', other = '']: readonly string[]): string[] {
  if (one === other) return [];
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  return [one, other].map((text) => text.slice(Math.max(0, at - 80), at + 80));
}

/** Query values that find something. */
const known = {
  q: ['ana', 'Chillán', 'perez', 'rosa correo', '%', '_'],
  from: ['2020-01-01'],
  to: ['2099-12-31'],
  email: ['ana@correo.cl', 'berta@correo.cl'],
};

function reading({ path, query }: Operation): Arbitrary<Reading> {
  const fields = Object.entries(query).map(([name, schema]) => [
    name,
    fromSchema(schema, known, name),
  ]);
  return fc.record({
    does: fc.constant('read' as const),
    path: fc.constant(path),
    order: fc.nat(20),
    query: fc.record(Object.fromEntries(fields), { requiredKeys: [], noNullPrototype: true }),
  });
}

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z|\b1[789]\d{11}\b/g;
/** Order ids and other random values. */
const RANDOM = /[2-9A-Z]{5}-[2-9A-Z]{5}|[\w-]{20,}(?:\.[\w-]{20,})*/g;
const WORD = /^[a-z]+(?:[A-Z_-][a-z]+)*$/;

/**
 * Returns a function that hides times in a response, and replaces ids and tokens by names, numbered
 * by their first appearance.
 */
function createNaming(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) =>
    text.replaceAll(TIME, '«time»').replaceAll(RANDOM, (drawn) => {
      if (WORD.test(drawn)) return drawn;
      const name = names.get(drawn) ?? `«${names.size + 1}»`;
      names.set(drawn, name);
      return name;
    });
}

describe('the same history on SQLite and PostgreSQL', () => {
  let worlds: World[];
  beforeAll(async () => {
    worlds = [];
    for (const kind of databases) worlds.push(await openWorld(kind, { isInjected: true }));
  });
  afterAll(async () => {
    for (const { adminShop } of worlds) await adminShop.shop.close();
  });

  /** Sends a call. @returns the status and the response's text */
  async function send(world: World, call: Call): Promise<string> {
    if (call.does !== 'read') {
      const { status, body } = await world.act(call);
      return `${status} ${JSON.stringify(body)}`;
    }
    const { shop, fetchFile } = world.adminShop;
    const id = world.placed[call.order % Math.max(1, world.placed.length)]?.id ?? 'NADA';
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'id' ? id : '1'));
    const query = new URLSearchParams(
      Object.entries(call.query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const address = `${path}?${query}`;
    const answer = path.startsWith('/api/admin/')
      ? await fetchFile(address.slice('/api/admin'.length))
      : await shop.fetch(address);
    const type = answer.headers.get('content-type') ?? '';
    const isText = /json|csv|text/.test(type);
    return `${answer.status} ${type} ${isText ? await answer.text() : ''}`;
  }

  test('answers the same but for ids, times and tokens', { timeout: PATIENCE_MS }, async () => {
    const [first] = worlds;
    if (!first) throw new Error('no shop');
    const operations = await listOperations(first.adminShop.shop);
    const readings = operations
      .filter(({ method, path }) => method === 'GET' && !EXCLUDED.test(path))
      .map(reading);
    const call: Arbitrary<Call> = fc.oneof(action, fc.oneof(...readings));
    let sent = 0;
    const property = fc.asyncProperty(
      fc.array(call, { minLength: LIFE, maxLength: LIFE }),
      async (calls) => {
        for (const world of worlds) await world.reset();
        const namings = worlds.map(() => createNaming());
        for (const each of calls) {
          const answers: string[] = [];
          for (const [at, world] of worlds.entries()) {
            const answer = namings[at]?.(await send(world, each)) ?? '';
            answers.push(isOrderedById(each) ? answer.split('\n').toSorted().join('\n') : answer);
          }
          sent += 1;
          expect(findDifference(answers), JSON.stringify(each)).toEqual([]);
        }
      },
    );
    await fc.assert(property, { seed: SEED, numRuns: CALLS / LIFE, endOnFailure: true });
    report(`same history: TEST_SEED=${SEED}, ${sent} calls, ${readings.length} pages and files`);
  });
});
