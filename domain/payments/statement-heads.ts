import { foldText } from '#domain/base/folding.ts';
import { type Cell, readAmount, readWrittenDay, type SignKind } from './statement-cells.ts';

/** What a column of a bank's list is by its heading. `sign`: whether money came in or left. */
export type Role =
  | ('date' | 'text' | 'amount' | 'credit' | 'debit' | 'name' | 'rut')
  | ('balance' | 'sign' | 'ignored');

/** What a folded heading means; the first that fits. */
const HEADS: readonly (readonly [RegExp, Role])[] = [
  [/^(?:fecha|date|dia)\b|^f\. |\bdate$/, 'date'],
  [/destin|beneficiario|correo|mail|hora$|reference id|source id|external reference/, 'ignored'],
  // It is written beside the last movement of a day alone.
  [/saldo diario/, 'ignored'],
  [/saldo|balance|disponible/, 'balance'],
  [/(?:cargo|debito|debe).{0,6}(?:abono|credito|haber|deposito)|^tipo\b|^type$|signo/, 'sign'],
  [/(?:abono|credito|haber|deposito).{0,6}(?:cargo|debito|debe)|^[acdh] ?\/ ?[acdh]$/, 'sign'],
  [/abono|deposito|ingreso|haber|entrada|^creditos?$|credit/, 'credit'],
  [/cargo|giro|egreso|debe|debito|retiro|salida|debit/, 'debit'],
  [/\brut\b|r\.u\.t|\brun\b/, 'rut'],
  [
    /cuenta|banco|sucursal|oficina|canal|docto|documento|folio|serie|operacion|caja|alias/,
    'ignored',
  ],
  [/nombre|razon social|remitente|ordenante|pagador|titular|emisor|^origen$|^cliente$/, 'name'],
  [/payer name|^name$/, 'name'],
  [/monto|importe|amount|^valor|cantidad|^total$/, 'amount'],
  [/descripcion|detalle|glosa|concepto|movimiento|transaccion|comentario|mensaje|asunto/, 'text'],
  [/referencia|motivo|description/, 'text'],
  [/^n[°º.o]|^nro|^num|cartola|trn|codigo/, 'ignored'],
];

const MONEY: readonly Role[] = ['amount', 'credit', 'debit', 'balance', 'sign'];
const DATED = /fecha|date|d[ií]a|f\. /i;

/** Returns what a heading says that its column is; null: nothing, or it is none. */
function roleOf(cell: Cell | undefined): Role | null {
  if (cell === undefined || typeof cell === 'number' || cell === '') return null;
  const text = foldText(cell).replaceAll('_', ' ');
  if (text.length > 60 || readAmount(cell) !== null) return null;
  return HEADS.find(([words]) => words.test(text))?.[1] ?? null;
}

/** Returns whether a row has headings of a day and of money, or of three things. */
export function isHead(row: readonly Cell[]): boolean {
  const isDated = row.some((cell) => typeof cell === 'string' && DATED.test(cell));
  if (!isDated || row.filter((cell) => cell !== '').length < 3 || row.some(isDay)) return false;
  const roles = new Set(row.map(roleOf));
  return roles.has('date') && (roles.has('text') || MONEY.some((role) => roles.has(role)));
}

/** Returns the roles of a table's columns by its headings, which may stand in two rows. */
export function readHead(table: readonly (readonly Cell[])[], head: number): (Role | null)[] {
  const [above = [], below = []] = [table[head], table[head + 1]];
  const hasData = below.some((cell) => isDay(cell) || readAmount(cell) !== null);
  const isSecond = head !== -1 && !hasData && !isHead(below);
  const rows = isSecond ? [below, above] : [above];
  const width = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, at) => {
    const [first = null, second = null] = rows.map((row) => roleOf(row[at]));
    return first ?? second;
  });
}

function isDay(cell: Cell): boolean {
  return readWrittenDay(cell) !== null;
}

/** Whole texts that say that money came in or left; `C` is either. */
const CREDIT = /^(?:a|abonos?|cr|creditos?|h|haber|depositos?|ingresos?|entradas?)$/;
const DEBIT = /^(?:cargos?|d|db|debitos?|debe|giros?|egresos?|salidas?)$/;
/** Texts of a column that is headed as saying so. */
const CREDIT_TEXT =
  /^\+$|^(?:abono|credito|credit|deposito|ingreso|entrada)\b|\b(?:recibid[ao]s?|a favor|\(\+\))$/;
const DEBIT_TEXT =
  /^-$|^(?:cargo|debito|debit|giro|egreso|salida|compra|retiro)\b|\b(?:enviad|realizad|emitid)[ao]s?$|\(-\)$/;

/**
 * Returns what `C` stands for in a column of signs, or of amounts with signs: money that came in, as
 * beside `D`, or that left, as beside `A`.
 */
export function signKindOf(head: Cell | undefined, cells: readonly (Cell | undefined)[]): SignKind {
  const text = foldText(String(head ?? ''));
  if (/^c ?\/ ?d$|^d ?\/ ?c$|debito.{0,6}credito|credito.{0,6}debito/.test(text)) return 'credito';
  return cells.some((cell) => /(?:^|[\d. )-])(?:d|db|debitos?)\.?$/i.test(String(cell ?? '')))
    ? 'credito'
    : 'cargo';
}

/**
 * Returns 1 for a sign of money that came in, -1 of money that left; null: it is none.
 * @param isHeaded its column is headed as one of signs, so that it may say more than that
 */
export function readSign(
  cell: Cell | undefined,
  kind: SignKind = 'cargo',
  isHeaded = true,
): 1 | -1 | null {
  const text = foldText(String(cell ?? '')).replace(/\.$/, '');
  if (text === 'c') return kind === 'credito' ? 1 : -1;
  if (CREDIT.test(text) || (isHeaded && CREDIT_TEXT.test(text))) return 1;
  return DEBIT.test(text) || (isHeaded && DEBIT_TEXT.test(text)) ? -1 : null;
}
