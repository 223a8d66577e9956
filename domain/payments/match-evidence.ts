import { foldText } from '#domain/base/folding.ts';

/** Money that came in by the bank's list; `n` is its row's number. */
export type Credit = {
  n: number;
  /** Such as `2026-03-09`. */
  day: string;
  /** Whole pesos. */
  amount: number;
  text: string;
  /** Who paid, where the list has a column for it; else empty. */
  name: string;
  /** The payer's RUT as `rutKey` writes it. */
  rut: string | null;
  /** A payment was noted from a credit of another source that may be the same one. */
  mayBeNoted?: boolean;
};

/** An order that lacks money. */
export type OpenOrder = {
  id: string;
  /** The day on which it was placed. */
  day: string;
  /** Pesos: what is still asked for, and what of it is the open deposit (null: none). */
  balance: number;
  deposit: number | null;
  /** Full names of its buyer, account or company. */
  names: readonly string[];
  /** As `rutKey` writes them. */
  ruts: readonly string[];
};

/** The orders that a credit's row names. */
export type Evidence = {
  /** By a number that stands for itself. */
  numbered: readonly OpenOrder[];
  /** By a number that is a part of a longer one. */
  within: readonly OpenOrder[];
  /** By RUT, or by a full name without further names beside it. */
  payer: readonly OpenOrder[];
  /** By a full name with further names beside it. */
  resembling: readonly OpenOrder[];
  byRut: boolean;
  /** The words of the full name. */
  words: readonly string[];
  /** It names an order that is not open. */
  isOfAnother: boolean;
};

export type OrderIndex = {
  byNumber: ReadonlyMap<string, OpenOrder>;
  byRut: ReadonlyMap<string, readonly OpenOrder[]>;
  byName: ReadonlyMap<string, readonly OpenOrder[]>;
  /** Numbers of words that the names have. */
  sizes: readonly number[];
};

const NUMBER_LENGTH = 10;
/** What is written before or after a number without a blank. */
const GLUED =
  /^(?:pedido|orden|compra|numero|transferencia|gracias|nro|num|ref|pago|pines|pin|codigo|cod|ped|transf|tef|abono|del?|por|id|no|n)*$/;
const PARTICLES = new Set('de del la las los y'.split(' '));
/** Words of banks and comments, which are nobody's name. */
const NO_NAMES = new Set(
  `abono abonos al app banco bco boleta by cargo cc cci chile compra concepto con cta cuenta
  corriente cuentarut credito curso deposito desde ebanking electronica electronico en enviada
  enviado estado factura fondos glosa gracias internet linea mensaje mi mis mismo movil nombre
  nro num numero n no orden origen otro otros pago pagos para pedido pin pines por recibida
  recibido ref referencia rut saldo scotiabank bci itau bancoestado bice coopeuch mach tenpo
  servicio su sucursal tef terceros tienda trans transf transfer transferencia transferencias
  tranf traspaso trf trx tu un una vista web x a e k bancos cliente comprobante debito dep don dona
  dinero efectivo exitosa fecha fondo hacia ingreso mediante monto oficina operacion realizada
  recepcion recibiste sr sra te tercero transferida transferido transfirio traspasos via webpay`.split(
    /\s+/,
  ),
);
/** A number with the form of an order's. */
const ORDER_NUMBER = /(?<![\da-z])[2-9a-hjkmnp-tw-z]{5}-?[2-9a-hjkmnp-tw-z]{5}(?![\da-z])/g;
/** A name's words that are looked at; banks cut their texts long before. */
const MAX_WORDS = 60;
/** Orders of one name that are compared. */
const MAX_ORDERS = 20;

export function indexOrders(orders: readonly OpenOrder[]): OrderIndex {
  const byRut = new Map<string, OpenOrder[]>();
  const byName = new Map<string, OpenOrder[]>();
  const sizes = new Set<number>();
  for (const order of orders) {
    for (const rut of order.ruts) addTo(byRut, rut, order);
    for (const name of order.names) {
      const words = nameWords(name);
      // A first name alone, with an initial or a bank's word, is no full name.
      if (words.filter((word) => word.length > 1 && !NO_NAMES.has(word)).length < 2) continue;
      sizes.add(words.length);
      addTo(byName, keyOf(words), order);
    }
  }
  const byNumber = new Map(orders.map((order) => [plainNumber(order.id), order]));
  return { byNumber, byRut, byName, sizes: [...sizes] };
}

function addTo(index: Map<string, OpenOrder[]>, key: string, order: OpenOrder): void {
  const known = index.get(key) ?? [];
  if (known.length < MAX_ORDERS && !known.includes(order)) known.push(order);
  index.set(key, known);
}

/** Returns which orders a credit's row names, of those that were placed by its day. */
export function findEvidence({ day, text, name, rut }: Credit, index: OrderIndex): Evidence {
  const placed = (orders: Iterable<OpenOrder>) =>
    [...new Set(orders)].filter((order) => order.day <= day);
  const folded = [foldText(text), foldText(name)];
  const numbers = findNumbers(folded.join(' | '), index.byNumber);
  const names = folded.map((each) => findNames(each, index));
  const whole = names.flatMap((found) => found.whole);
  const ofRut = rut === null ? [] : placed(index.byRut.get(rut) ?? []);
  const payer = placed([...ofRut, ...whole.flatMap(({ orders }) => orders)]);
  return {
    numbered: placed(numbers.whole),
    within: placed(numbers.within),
    payer,
    resembling: placed(names.flatMap(({ within }) => within)).filter(
      (order) => !payer.includes(order),
    ),
    byRut: ofRut.length > 0,
    words: whole[0]?.words ?? [],
    isOfAnother: folded.some((each) => namesAnother(each, index.byNumber)),
  };
}

/** Returns the words of a name, folded, without particles. */
export function nameWords(name: string): string[] {
  return splitWords(foldText(name)).flatMap(({ word }) => (PARTICLES.has(word) ? [] : word));
}

/** Returns the words by which a credit's payer is known, sorted; none: its row names nobody. */
export function payerWords({ name, text }: Pick<Credit, 'name' | 'text'>): string[] {
  const isName = (word: string) => !NO_NAMES.has(word) && !/\d/.test(word);
  return nameWords(name || text)
    .filter(isName)
    .toSorted();
}

function keyOf(words: readonly string[]): string {
  return words.toSorted().join(' ');
}

function plainNumber(id: string): string {
  return foldText(id).replaceAll('-', '');
}

type Word = { word: string /** What separates it from the word before. */; gap: string };

function splitWords(folded: string): Word[] {
  // Companies are written as `S.P.A.` and `Limitada`, too.
  const plain = folded
    .replaceAll("'", '')
    .replaceAll(/\blimitada\b/g, 'ltda')
    .replaceAll(/(?<![a-z])([a-z])\.(?=[a-z](?![a-z]))/g, '$1');
  const words: Word[] = [];
  let end = 0;
  for (const { 0: word, index } of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    words.push({ word, gap: plain.slice(end, index) });
    end = index + word.length;
    if (words.length === MAX_WORDS) break;
  }
  return words;
}

function findNumbers(folded: string, byNumber: OrderIndex['byNumber']) {
  const words = splitWords(folded).map(({ word }) => word);
  const all = words.join('');
  const whole = new Set<OpenOrder>();
  const within = new Set<OpenOrder>();
  for (let at = 0; at + NUMBER_LENGTH <= all.length; at += 1) {
    const end = at + NUMBER_LENGTH;
    const order = byNumber.get(all.slice(at, end));
    if (!order) continue;
    const starts = words.map((_, word) => words.slice(0, word).join('').length);
    const from = starts.findLast((start) => start <= at);
    const [before, after] = [
      all.slice(from, at),
      all.slice(
        end,
        starts.find((start) => start >= end),
      ),
    ];
    if (GLUED.test(before) && GLUED.test(after)) whole.add(order);
    else within.add(order);
  }
  return { whole, within: [...within].filter((order) => !whole.has(order)) };
}

/** Returns whether a text has an order's number that is not one of the open orders. */
function namesAnother(folded: string, byNumber: OrderIndex['byNumber']): boolean {
  return [...folded.matchAll(ORDER_NUMBER)].some(([found]) => {
    const isNumber = found.includes('-') || (/\d/.test(found) && /[a-z]/.test(found));
    return isNumber && !byNumber.has(plainNumber(found));
  });
}

type FoundNames = {
  whole: { words: readonly string[]; orders: readonly OpenOrder[] }[];
  within: OpenOrder[];
};

/** Finds full names: consecutive words, in any order. */
function findNames(folded: string, { byName, sizes }: OrderIndex): FoundNames {
  const found: FoundNames = { whole: [], within: [] };
  const words = splitWords(folded).filter(({ word }) => !PARTICLES.has(word));
  for (const size of sizes) {
    for (let from = 0; from + size <= words.length; from += 1) {
      const part = words.slice(from, from + size).map(({ word }) => word);
      const orders = byName.get(keyOf(part));
      if (!orders) continue;
      const isWhole =
        isApart(words[from - 1], words[from]) && isApart(words[from + size], words[from + size]);
      if (isWhole) found.whole.push({ words: part, orders });
      else found.within.push(...orders);
    }
  }
  return found;
}

/** Returns whether the word beside a name is no part of it: another name may be another person's. */
function isApart(beside: Word | undefined, after: Word | undefined): boolean {
  if (!beside || NO_NAMES.has(beside.word) || /\d/.test(beside.word)) return true;
  return after !== undefined && /[:;/|·()*_]|\s-\s/.test(after.gap);
}
