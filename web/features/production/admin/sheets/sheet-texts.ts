import type {
  BlurredOnSheet,
  MissingPins,
  Sheet,
  SheetFailure,
  SheetState,
  StaleOrder,
} from '#contract/production/sheets.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { describeBlur } from '#domain/pins/blur.ts';
import { paperLabels } from '#domain/production/paper.ts';
import { describePins } from '#web/features/production/board-texts.ts';
import type { BadgeTone } from '#web/ui/Badge.tsx';

export const stateLabels: Readonly<Record<SheetState, readonly [BadgeTone, string]>> = {
  waiting: ['wait', 'En cola'],
  working: ['wait', 'Haciéndose'],
  done: ['good', 'Lista'],
  failed: ['bad', 'No se pudo hacer'],
  cancelled: ['quiet', 'Cancelada'],
};

export function isUnderWay({ state }: Pick<Sheet, 'state'>): boolean {
  return state === 'waiting' || state === 'working';
}

/** Returns true for a sheet in progress, or with orders left unmarked or unfinished. */
export function isOpen({
  state,
  unmarked,
  unfinished = [],
}: Pick<Sheet, 'state' | 'unmarked' | 'unfinished'>): boolean {
  const isLeft = unmarked.length + unfinished.length > 0;
  return isUnderWay({ state }) || ((state === 'done' || state === 'failed') && isLeft);
}

/** Returns true if a newer sheet, perhaps of another device, has all orders that a sheet lacks. */
export function isReplaced(sheet: Sheet, newestFirst: readonly Sheet[]): boolean {
  const { id, product, unmarked, unfinished = [] } = sheet;
  const newer = newestFirst
    .slice(
      0,
      Math.max(
        0,
        newestFirst.findIndex((each) => each.id === id),
      ),
    )
    .filter((each) => each.state === 'done' && (!each.product || each.product.id === product?.id));
  const left = [...unmarked.map((order) => order.id), ...unfinished];
  return left.length > 0 && left.every((order) => newer.some((n) => n.orderIds.includes(order)));
}

/** Returns a sheet's content, such as `12 pines en 2 páginas A4` or `12 pines (32 mm) en …`. */
export function describeSheet({ pins, pages, paper, product }: Sheet): string {
  const count = pages === 1 ? '1 página' : `${pages} páginas`;
  const which = product ? ` (${product.name})` : '';
  return `${describePins(pins)}${which} en ${count} ${paperLabels[paper]}`;
}

/** Returns the progress of a sheet, such as `40 %`. */
export function describeProgress({ state, progress }: Sheet): string {
  return state === 'waiting' ? 'En cola' : `${Math.floor(progress * 100)} %`;
}

/** Warnings before printing: missing, blurred, changed, unapproved or reprinted pins. */
export function listWarnings(sheet: Sheet): string[] {
  const { missing, blurred = [], stale, unapproved, printedBefore, unfinished = [] } = sheet;
  return [
    ...missing.map(describeMissing),
    ...blurred.map(describeBlurred),
    ...stale.map(({ orderId, reason }) => sinceThen[reason](orderId)),
    ...unapproved.map((id) => `El pedido ${id} espera la aprobación de su prueba`),
    ...printedBefore.map(
      ({ orderId, at }) => `El pedido ${orderId} ya estaba en una hoja del ${formatDateTime(at)}`,
    ),
    ...(unfinished.length > 0 ? [describeUnfinished(unfinished)] : []),
  ];
}

const failures: Readonly<Record<SheetFailure, string>> = {
  no_orders: 'Sus pedidos se cancelaron o se eliminaron. Elige otros.',
  no_pictures:
    'No queda ninguna de sus imágenes. Pídelas de nuevo, reemplázalas en cada pedido y haz la hoja otra vez.',
  disk_full: 'La tienda se quedó sin espacio en disco. Haz espacio e inténtalo de nuevo.',
  interrupted:
    'La tienda se detuvo dos veces mientras hacía esta hoja. Haz hojas con menos pedidos.',
  internal:
    'Algo falló en la tienda. Inténtalo de nuevo; si vuelve a fallar, haz una hoja con menos pedidos.',
};

/** Returns why a sheet failed, with advice; null if it has not. */
export function describeSheetFailure({ failure }: Sheet): string | null {
  return failure && failures[failure];
}

const sinceThen: Readonly<Record<StaleOrder['reason'], (id: string) => string>> = {
  cancelled: (id) => `El pedido ${id} se canceló después de pedir la hoja`,
  deleted: (id) => `El pedido ${id} se eliminó después de pedir la hoja`,
  changed: (id) => `El pedido ${id} cambió después de pedir la hoja: hazla de nuevo`,
};

const reasons: Readonly<Record<MissingPins['reason'], string>> = {
  lost: 'su original ya no está',
  unreadable: 'su original no se puede leer',
  cancelled: 'está cancelado',
  incomplete: 'todavía no tiene imágenes',
  cancel_requested: 'quien compró pidió cancelarlo',
  deleted: 'está eliminado',
};

function describeBlurred({ orderId, picture, ...blur }: BlurredOnSheet): string {
  return `Imagen ${picture} del pedido ${orderId}. ${describeBlur(blur)}`;
}

function describeMissing({ orderId, picture, pins, reason }: MissingPins): string {
  const why = reasons[reason];
  if (picture === null) return `Falta el pedido ${orderId}: ${why}`;
  return `Falta la imagen ${picture} del pedido ${orderId} (${describePins(pins)}): ${why}`;
}

function describeUnfinished(ids: readonly string[]): string {
  const [first] = ids;
  return ids.length === 1
    ? `El pedido ${first} lleva pines de otro producto que aún no están en una hoja`
    : `${ids.length} pedidos llevan pines de otro producto que aún no están en una hoja`;
}
