import {
  type Credit,
  type Evidence,
  findEvidence,
  indexOrders,
  nameWords,
  type OpenOrder,
} from './match-evidence.ts';

export type { Credit, OpenOrder } from './match-evidence.ts';

export const CERTAINTIES = ['certain', 'likely', 'none'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** Pesos of a credit that are for an order. */
type Share = { id: string; amount: number };

/** What a credit is for: never more than it holds. `reasons` in Spanish. */
export type Match = { credit: Credit; orders: Share[]; certainty: Certainty; reasons: string[] };

const TEXTS = {
  number: 'Trae el número del pedido',
  numbers: 'Trae los números de varios pedidos',
  within: 'El número del pedido está dentro de otro más largo',
  balance: 'Es justo lo que falta pagar',
  deposit: 'Es justo el abono que se pidió',
  otherAmount: 'El monto es distinto de lo que falta pagar',
  sum: 'Es la suma de sus pedidos',
  parts: 'Junto con otra transferencia suma lo que falta pagar',
  name: 'El nombre es el del pedido',
  rut: 'El RUT es el del pedido',
  resembling: 'El nombre del pedido está dentro de uno más largo',
  twins: 'Otro pedido calza igual',
  rivals: 'Otra transferencia calza igual',
  another: 'También nombra un pedido que no está por pagar',
  again: 'El pedido ya calza con otra transferencia',
} as const;

/** Why a credit is not certain if it, or another one like it, was noted from another source. */
export const MAY_BE_NOTED = 'Otra lista ya trajo un pago igual: revisa que no sea el mismo';

type Weighed = { credit: Credit; evidence: Evidence; decided: Match | null };

/**
 * Returns a matcher of credits with open orders. `add` takes the credits by day; `matches` then
 * returns those that are certain or likely, in the same sequence: the rest fits nothing.
 *
 * Certain: an order's whole number and exactly what it lacks, or exactly its deposit, whoever
 * pays; or the payer's full name or RUT with exactly that amount, where no other order and no other
 * credit fits. Nothing is matched with a credit from before the order's day, by its amount alone
 * or by a part of a name. A credit that may be noted already is never certain.
 */
export function createMatcher(orders: readonly OpenOrder[]) {
  const index = indexOrders(orders);
  const byAmount = Map.groupBy(orders, ({ balance }) => balance);
  const weighed: Weighed[] = [];
  /** Pesos that certain and likely credits have brought so far, by order. */
  const brought = new Map<OpenOrder, number>();
  /** How many credits fit an order by payer and amount, and those of a payer by order. */
  const rivals = new Map<OpenOrder, number>();
  const ofPayer = new Map<OpenOrder, Weighed[]>();

  const decide = (
    credit: Credit,
    certainty: Certainty,
    shares: readonly [OpenOrder, number][],
    reasons: string[],
  ): Match => {
    for (const [order, amount] of shares) {
      brought.set(order, (brought.get(order) ?? 0) + amount);
    }
    const isDoubtful = credit.mayBeNoted === true;
    return {
      credit,
      certainty: isDoubtful ? 'likely' : certainty,
      reasons: isDoubtful ? [...reasons, MAY_BE_NOTED] : reasons,
      orders: shares.map(([{ id }, amount]) => ({ id, amount })),
    };
  };

  const left = (order: OpenOrder) => order.balance - (brought.get(order) ?? 0);
  /** Returns why an amount fits an order; null: it does not. */
  const fits = (order: OpenOrder, amount: number, rest = order.balance) => {
    if (amount === rest) return TEXTS.balance;
    return amount === order.deposit && rest === order.balance ? TEXTS.deposit : null;
  };

  function add(credit: Credit): void {
    const evidence = findEvidence(credit, index);
    const { numbered, within, payer, resembling, isOfAnother } = evidence;
    if (numbered.length + within.length + payer.length + resembling.length === 0) return;
    const [order] = numbered;
    const exact = order && fits(order, credit.amount, left(order));
    const isCertain = exact && numbered.length === 1 && !isOfAnother && !credit.mayBeNoted;
    const each = {
      credit,
      evidence,
      decided: isCertain
        ? decide(credit, 'certain', [[order, credit.amount]], [TEXTS.number, exact])
        : null,
    };
    weighed.push(each);
    for (const other of [...payer, ...resembling]) {
      if (fits(other, credit.amount)) rivals.set(other, (rivals.get(other) ?? 0) + 1);
    }
    if (isCertain || numbered.length > 0) return;
    for (const other of payer) ofPayer.set(other, [...(ofPayer.get(other) ?? []).slice(-9), each]);
  }

  /** By the payer and the exact amount: certain if nothing else fits, else likely. */
  function matchPayer({ credit, evidence }: Weighed): Match | null {
    const { payer, resembling, byRut, words, isOfAnother } = evidence;
    const fitting = [...payer, ...resembling].filter((order) => fits(order, credit.amount));
    const order = fitting.find((each) => left(each) === each.balance) ?? fitting[0];
    const exact = order && fits(order, credit.amount);
    if (!order || !exact) return null;
    const known = payer.includes(order);
    const doubts = [
      ...(known ? [] : [TEXTS.resembling]),
      ...(fitting.length > 1 || hasTwin(order, credit, words) ? [TEXTS.twins] : []),
      ...((rivals.get(order) ?? 0) > 1 ? [TEXTS.rivals] : []),
      ...(isOfAnother ? [TEXTS.another] : []),
      ...(left(order) === order.balance ? [] : [TEXTS.again]),
    ];
    const payerText = byRut ? TEXTS.rut : TEXTS.name;
    return decide(
      credit,
      doubts.length === 0 ? 'certain' : 'likely',
      [[order, credit.amount]],
      [...(known ? [payerText] : []), exact, ...doubts],
    );
  }

  /** Returns whether the payer's words are a part of the name of another order with that amount. */
  function hasTwin(order: OpenOrder, { amount, day }: Credit, words: readonly string[]): boolean {
    if (words.length === 0) return false;
    return (byAmount.get(amount) ?? []).some(
      (other) =>
        other !== order &&
        other.day <= day &&
        other.names.some((name) => isSubset(words, nameWords(name))),
    );
  }

  /** By the number of one order or several, or by one within a longer number: likely. */
  function matchNumbers({ credit, evidence }: Weighed): Match | null {
    const { numbered, within, isOfAnother } = evidence;
    const named = numbered.length > 0 ? numbered : within;
    const [order] = named;
    if (!order) return null;
    const rest = left(order);
    const reasons: string[] = [numbered.length > 0 ? TEXTS.number : TEXTS.within];
    if (named.length > 1) {
      const isSum = named.reduce((sum, each) => sum + each.balance, 0) === credit.amount;
      reasons.splice(0, 1, TEXTS.numbers, isSum ? TEXTS.sum : TEXTS.otherAmount);
    } else reasons.push(fits(order, credit.amount, rest) ?? TEXTS.otherAmount);
    if (rest <= 0) reasons.push(TEXTS.again);
    if (isOfAnother) reasons.push(TEXTS.another);
    return decide(credit, 'likely', share(named, credit.amount), reasons);
  }

  /** One credit for several orders of its payer, or several credits for one order: likely. */
  function matchSums({ credit, evidence: { payer, byRut } }: Weighed): Match | null {
    const reason = byRut ? TEXTS.rut : TEXTS.name;
    const open = payer.filter((order) => left(order) === order.balance);
    const summed = findSum(open, credit.amount);
    if (summed) {
      const shares = summed.map((order): [OpenOrder, number] => [order, order.balance]);
      return decide(credit, 'likely', shares, [reason, TEXTS.sum]);
    }
    const order = payer.find((each) => {
      const parts = ofPayer.get(each)?.filter(({ decided }) => decided === null) ?? [];
      const sum = parts.reduce((total, part) => total + part.credit.amount, 0);
      return parts.length > 1 && sum === each.balance && credit.amount <= left(each);
    });
    if (!order) return null;
    return decide(credit, 'likely', [[order, credit.amount]], [reason, TEXTS.parts]);
  }

  function* matches(): Generator<Match> {
    for (const each of weighed) {
      const match = each.decided ?? matchNumbers(each) ?? matchPayer(each) ?? matchSums(each);
      if (match) yield match;
    }
  }

  return { add, matches };
}

function isSubset(words: readonly string[], of: readonly string[]): boolean {
  return words.every((word) => of.includes(word));
}

/** Divides an amount among orders, each up to what it lacks; a single order takes all. */
function share(orders: readonly OpenOrder[], amount: number): [OpenOrder, number][] {
  if (orders.length === 1) return orders.map((order) => [order, amount]);
  let rest = amount;
  return orders.flatMap((order): [OpenOrder, number][] => {
    const part = Math.min(rest, order.balance);
    rest -= part;
    return part > 0 ? [[order, part]] : [];
  });
}

/** Orders of one payer that are added up: 2 to the power of it are tried. */
const MAX_SUMMED = 10;

/** Returns the two or more orders whose balances are an amount, if only one choice of them is. */
function findSum(orders: readonly OpenOrder[], amount: number): OpenOrder[] | null {
  if (orders.length < 2 || orders.length > MAX_SUMMED) return null;
  let only: OpenOrder[] | null = null;
  for (let mask = 1; mask < 2 ** orders.length; mask += 1) {
    const chosen = orders.filter((_, at) => (mask & (1 << at)) !== 0);
    if (chosen.length < 2) continue;
    if (chosen.reduce((sum, { balance }) => sum + balance, 0) !== amount) continue;
    if (only) return null;
    only = chosen;
  }
  return only;
}
