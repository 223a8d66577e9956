import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Credit, createMatcher, MAY_BE_NOTED, type Match, type OpenOrder } from './match.ts';

const order = (id: string, of: Partial<OpenOrder> = {}): OpenOrder => ({
  ...{ id, day: '2026-11-10', balance: 8100, deposit: null, names: ['Ana María Rojas'], ruts: [] },
  ...of,
});
const A = order('7K4MQ-X2TBA');
const B = order('9CDEF-GH2JK', { names: ['Luis Soto Pérez'], balance: 12_000 });

function match(credits: readonly Partial<Credit>[], orders: readonly OpenOrder[]): Match[] {
  const matcher = createMatcher(orders);
  credits.forEach((credit, at) => {
    const usual = { n: at + 1, day: '2026-11-12', amount: 8100, text: '', name: '', rut: null };
    matcher.add({ ...usual, ...credit });
  });
  return [...matcher.matches()];
}
const one = (credit: Partial<Credit>, orders = [A, B]) => match([credit], orders)[0];

describe('the number of an order', () => {
  test.each([
    'TRANSF 7K4MQ-X2TBA',
    'pedido #7k4mq x2tba de Elena',
    'Pedido7K4MQX2TBA',
    'ref.7K4 MQX 2TBA',
    '7K4MQ–X2TBA',
    '7k4mq_x2tba gracias',
    'pagopedido7K4MQX2TBA',
    'PEDIDON°7K4MQX2TBAgracias',
    '7 K 4 M Q X 2 T B A',
  ])('%s is certain with what it lacks, whoever pays', (text) => {
    expect(one({ text, name: 'Pedro Nadie' })).toMatchObject({
      certainty: 'certain',
      orders: [{ id: A.id, amount: 8100 }],
      reasons: ['Trae el número del pedido', 'Es justo lo que falta pagar'],
    });
  });

  test('with another amount, or within a longer number, it is likely', () => {
    expect(one({ text: A.id, amount: 8000 })).toMatchObject({
      certainty: 'likely',
      orders: [{ id: A.id, amount: 8000 }],
    });
    for (const text of ['997K4MQX2TBA88', 'XX7K4MQX2TBA'])
      expect(one({ text })).toMatchObject({ certainty: 'likely' });
  });

  test('with the open deposit it is certain, and so is the rest after it', () => {
    const credits = [
      { text: A.id, amount: 4050 },
      { text: A.id, amount: 4050 },
      { text: A.id, amount: 4050 },
    ];
    const found = match(credits, [order(A.id, { deposit: 4050 })]);
    expect(found.map(({ certainty }) => certainty)).toEqual(['certain', 'certain', 'likely']);
  });

  test('a credit that may be noted already is never certain, and leaves it to the next one', () => {
    const half = order(A.id, { balance: 4050 });
    const credits = [
      { text: A.id, amount: 4050, mayBeNoted: true },
      { text: A.id, amount: 4050 },
    ];
    expect(match(credits, [half])).toMatchObject([
      { certainty: 'likely', reasons: expect.arrayContaining([MAY_BE_NOTED]) },
      { certainty: 'certain' },
    ]);
    const ofPayer = { name: 'ROJAS ANA MARIA', mayBeNoted: true };
    expect(one(ofPayer)).toMatchObject({ certainty: 'likely', orders: [{ id: A.id }] });
  });

  test('a credit from before the order, or with the number of another, is not certain', () => {
    expect(one({ text: A.id, day: '2026-11-09' })).toBeUndefined();
    expect(one({ text: `${A.id} y ZZZ22-ZZZ33` })).toMatchObject({ certainty: 'likely' });
    expect(one({ text: 'ZZZ22-ZZZ33', name: 'ROJAS ANA MARIA' })).toMatchObject({
      certainty: 'likely',
    });
  });

  test('two numbers divide a credit, and never more than it holds', () => {
    expect(one({ text: `${A.id} ${B.id}`, amount: 20_100 })).toMatchObject({
      certainty: 'likely',
      orders: [
        { id: A.id, amount: 8100 },
        { id: B.id, amount: 12_000 },
      ],
    });
    expect(one({ text: `${A.id} ${B.id}`, amount: 9000 })?.orders).toEqual([
      { id: A.id, amount: 8100 },
      { id: B.id, amount: 900 },
    ]);
  });
});

describe('the payer', () => {
  test.each([
    { name: 'ROJAS ANA MARIA' },
    { name: 'Rojas, Ana María' },
    { text: 'TRANSFERENCIA DE ANA MARÍA ROJAS' },
    { text: 'TEF 12345678 MARIA ANA ROJAS pago pines' },
  ])('%o with the exact amount is certain', (credit) => {
    expect(one(credit)).toMatchObject({ certainty: 'certain', orders: [{ id: A.id }] });
  });

  test.each([
    { name: 'ANA ROJAS' },
    { name: 'ANA MARIA' },
    { name: 'ANA MARIA ROJO' },
    { name: 'ANA MARIA ROJAS', amount: 8101 },
    { text: 'TRANSFERENCIA DE TERCEROS' },
  ])('%o fits nothing', (credit) => {
    expect(one(credit)).toBeUndefined();
  });

  test.each([
    ['Transferencia de Terceros', 'TRANSFERENCIA DE TERCEROS'],
    ['Banco Estado', 'TEF DESDE BANCO ESTADO'],
    ['Curso Pines', 'pago pines curso'],
  ])('%s is nobody, whatever a buyer is called', (name, text) => {
    expect(one({ text }, [order(A.id, { names: [name] })])).toBeUndefined();
  });

  test("a company's form may be written in other ways", () => {
    const names = ['Ana', 'Imprenta Río Claro Limitada', 'Ñuble Pins S.p.A.'];
    for (const name of ['IMPRENTA RIO CLARO LTDA.', 'NUBLE PINS SPA'])
      expect(one({ name }, [order(A.id, { names })])).toMatchObject({ certainty: 'certain' });
  });

  test('a longer name, a twin or a rival leaves a doubt', () => {
    expect(one({ name: 'ANA MARIA ROJAS SOTO' })).toMatchObject({ certainty: 'likely' });
    const twin = order('ZZZ22-ZZZ33', { names: ['Ana María Rojas Díaz'] });
    expect(one({ name: 'ANA MARIA ROJAS' }, [A, twin])).toMatchObject({ certainty: 'likely' });
    const both = match([{ name: 'ANA MARIA ROJAS' }, { name: 'ana maria rojas' }], [A]);
    expect(both.map(({ certainty }) => certainty)).toEqual(['likely', 'likely']);
  });

  test('twins get one order each', () => {
    const credits = [{ name: 'ANA MARIA ROJAS' }, { name: 'ana maria rojas' }];
    const found = match(credits, [A, order('ZZZ22-ZZZ33')]);
    expect(found.map(({ orders }) => orders[0]?.id)).toEqual([A.id, 'ZZZ22-ZZZ33']);
  });

  test('a RUT with the exact amount is certain', () => {
    const orders = [order(A.id, { ruts: ['12345678-5'], names: [] })];
    expect(one({ rut: '12345678-5' }, orders)).toMatchObject({ certainty: 'certain' });
  });

  test('one transfer for several orders and several for one are likely', () => {
    const second = order('ZZZ22-ZZZ33', { balance: 4000 });
    expect(one({ name: 'ANA MARIA ROJAS', amount: 12_100 }, [A, second])).toMatchObject({
      certainty: 'likely',
      orders: [
        { id: A.id, amount: 8100 },
        { id: second.id, amount: 4000 },
      ],
    });
    const parts = [
      { name: 'ANA MARIA ROJAS', amount: 5000 },
      { name: 'ANA MARIA ROJAS', amount: 3100 },
    ];
    expect(match(parts, [A])).toMatchObject([{ certainty: 'likely' }, { certainty: 'likely' }]);
  });
});

const RUNS = process.env.TEST_LONG === '1' ? 10_000 : 400;
const GIVEN = ['Ana', 'Luis', 'María', 'José', 'Inés'];
const SURNAMES = ['Rojas', 'Soto', 'Núñez', 'de la Cruz', "O'Ryan"];
const LETTERS = [...'23456789ABCDEFGHJKMNPQRSTWXYZ'];

const half = fc.array(fc.constantFrom(...LETTERS), { minLength: 5, maxLength: 5 });
const personName = fc
  .tuple(fc.constantFrom(...GIVEN), fc.constantFrom(...SURNAMES), fc.constantFrom(...SURNAMES))
  .map((words) => words.join(' '));
const amount = fc.constantFrom(4200, 8100, 12_000);
const day = fc.integer({ min: 10, max: 19 }).map((of) => `2026-11-${of}`);
const openOrder = fc.record({
  ...{ id: fc.tuple(half, half).map((parts) => parts.map((each) => each.join('')).join('-')) },
  ...{ day, balance: amount, names: fc.tuple(personName) },
  ...{ deposit: fc.option(amount.map((of) => of / 2)), ruts: fc.constant([]) },
});
/** How a stranger's name resembles a buyer's, which it never is. */
const resemblances = [
  (name: string) => `${name} Vidal`,
  (name: string) => `Elsa ${name}`,
  (name: string) => name.split(' ').slice(0, -1).join(' '),
  (name: string) => name.split(' ').slice(1).join(' '),
  (name: string) => `${name}a`,
  (name: string) => name.split(' ')[0] ?? '',
];
const credit = fc.record({
  kind: fc.constantFrom('number', 'name', 'twice', 'stranger', 'inside', 'other'),
  of: fc.nat(),
  how: fc.nat(),
  ...{ amount, day, isNamed: fc.boolean() },
});

test('no certain match is wrong in random lists, and all that was planted is found', () => {
  const lists = fc.tuple(
    fc.uniqueArray(openOrder, { minLength: 1, maxLength: 12, selector: ({ id }) => id }),
    fc.array(credit, { maxLength: 30 }),
  );
  let certain = 0;
  const property = fc.property(lists, ([orders, planned]) => {
    const planted = new Map<number, string | null>();
    const credits = planned.flatMap(({ kind, of, how, isNamed, ...rest }): Credit[] => {
      const target = orders[of % orders.length];
      if (!target) return [];
      const name = target.names[0] ?? '';
      const write = (who: string, text = 'TEF') => {
        const n = planted.size + 1;
        const payer = isNamed
          ? { name: who.toUpperCase(), text }
          : { name: '', text: `${text} ${who}` };
        planted.set(n, ['stranger', 'inside', 'other'].includes(kind) ? null : target.id);
        return { ...rest, n, rut: null, ...payer };
      };
      const paid = { amount: target.balance, day: '2026-11-20' };
      if (kind === 'number') return [{ ...write('Otra Persona', `ABONO ${target.id}`), ...paid }];
      if (kind === 'name') return [{ ...write(name.split(' ').toReversed().join(' ')), ...paid }];
      if (kind === 'twice')
        return [
          { ...write(name), ...paid },
          { ...write(name), ...paid },
        ];
      if (kind === 'inside') return [write('Otra Persona', `9${target.id}9`)];
      if (kind === 'other') return [{ ...write(name, 'PEDIDO 22222-AAAAA'), ...paid }];
      return [write(resemblances[how % resemblances.length]?.(name) ?? '')];
    });
    const found = new Map(match(credits, orders).map((each) => [each.credit.n, each]));
    for (const { n, amount: held, ...row } of credits) {
      const each = found.get(n);
      const sum = each?.orders.reduce((total, part) => total + part.amount, 0) ?? 0;
      expect(sum).toBeLessThanOrEqual(held);
      const truth = planted.get(n) ?? null;
      const fit = orders.find(({ id }) => id === truth);
      if (fit && fit.day <= row.day) expect(each).toBeDefined();
      if (each?.certainty !== 'certain') continue;
      certain += 1;
      expect(each.orders.map(({ id }) => id)).toEqual([truth]);
      expect(fit?.day.localeCompare(row.day)).toBeLessThanOrEqual(0);
    }
  });
  fc.assert(property, { numRuns: RUNS });
  expect(certain).toBeGreaterThan(RUNS / 4);
});
