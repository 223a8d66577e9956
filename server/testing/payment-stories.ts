import fc from 'fast-check';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const FORMS = ['pay', 'fail', 'leave', 'expire', 'review'] as const;
const CALLS = ['begin', 'read', 'settle', 'refund'] as const;
const which = fc.nat({ max: 5 });
const twice = fc.boolean();
/** When the process is killed: before or after a call to the provider. */
const kill = fc.constantFrom(null, null, null, 'before', 'after' as const);

/** An action of the buyer, owner, provider, clock or network on one order. */
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('begin'), tab: which, twice, kill }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('form'), what: fc.constantFrom(...FORMS), which }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('return'), which, twice, kill }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('notice'), which, twice }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('decide'), isPaid: twice, which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('jobs'), kill }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('clock'),
      by: fc.constantFrom(16 * SECOND, 40 * SECOND, 6 * MINUTE, 70 * MINUTE, -HOUR),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fault'),
      call: fc.constantFrom(...CALLS),
      fault: fc.constantFrom('lost', 'broken', 'garbage', 'redirect' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('away'), isAway: twice }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reprice') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('note'), isPaid: twice }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund'), part: twice, twice, kill }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund at the provider'), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('paid for nothing') }) },
);
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const begin = (tab: number): Act => ({ do: 'begin', tab, twice: false, kill: null });
const form = (at: number, what: 'pay' | 'review' = 'pay'): Act => ({ do: 'form', what, which: at });
const back = (at: number): Act => ({ do: 'return', which: at, twice: false, kill: null });
const notice = (at: number): Act => ({ do: 'notice', which: at, twice: false });
const later: Act = { do: 'clock', by: 70 * MINUTE };

/** Sequences that are too rare at random; other actions may happen between and beside them. */
const scenes: readonly (readonly Act[])[] = [
  // The superseded attempt is paid as well as the new one.
  [begin(0), later, begin(1), form(1), back(0), form(0), notice(0), back(1)],
  [begin(0), form(0), later, begin(1), form(1), back(1), back(0), notice(1)],
  // Something ends or changes the order between begin and settle.
  [begin(0), form(0), { do: 'cancel' }, back(0), notice(0)],
  [begin(0), { do: 'cancel' }, form(0), back(0), notice(0)],
  [begin(0), form(0), { do: 'reprice' }, back(0), notice(0)],
  [begin(0), form(0), { do: 'note', isPaid: true }, back(0), notice(0)],
  [
    begin(0),
    form(0, 'review'),
    back(0),
    { do: 'cancel' },
    { do: 'decide', isPaid: true, which: 0 },
  ],
  // Two refunds at once.
  [begin(0), form(0), back(0), { do: 'refund', part: false, twice: true, kill: null }],
];

const group = fc.array(act, { minLength: 1, maxLength: 3 }).map((acts) => [acts]);
const scene = fc
  .constantFrom(...scenes)
  .chain((acts) =>
    fc
      .tuple(...acts.map(() => fc.option(act, { freq: 4 })))
      .map((beside) => acts.map((one, at) => [one, ...(beside[at] ? [beside[at]] : [])])),
  );

/** Groups in sequence; the actions of a group run concurrently. */
export const story: fc.Arbitrary<Act[][]> = fc
  .array(fc.oneof({ weight: 8, arbitrary: group }, { weight: 1, arbitrary: scene }), {
    minLength: 3,
    maxLength: 10,
  })
  .map((parts) => parts.flat());
