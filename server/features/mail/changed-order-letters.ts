import type { AuditChange } from '#contract/base/audit.ts';
import { formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { LOST_CODE } from '#domain/discounts/discounts.ts';
import { isStepDone } from '#domain/orders/order-stage.ts';
import { buyerLetter, howToPay, orderNumber, QUESTIONS, seeOrder } from './buyer-parts.ts';
import { type Fact, factList, type Letter, note } from './letter.ts';
import type { ComplaintNews, ItemsNews } from './news.ts';
import { describePins, MOST_LISTED, pricesBlock } from './order-parts.ts';

/** Tells the buyer what the shop changed of the order, and what remains to be paid. */
export function changedOrderLetter(news: ItemsNews, url: string, shopName: string): Letter {
  const { order, changes } = news;
  const { amountDue, refunds } = order;
  const left = amountDue > 0 ? `Falta pagar ${formatPesos(amountDue)}` : null;
  const items = describeItems(changes);
  const isMade = isStepDone(order.progress.steps, 'production');
  return buyerLetter(news, shopName, {
    subject: `Cambiamos tu pedido ${order.id}`,
    preview: left ? `${left}.` : 'Revisa que todo esté como lo conversamos.',
    title: 'Cambiamos tu pedido',
    text: `tu pedido en ${shopName} cambió. Revisa que todo esté como lo conversamos; si no, responde este correo${isMade ? '' : ' antes de que lo imprimamos'}.`,
    blocks: [
      orderNumber(order),
      ...factList('Qué cambió', [
        ...items.slice(0, MOST_LISTED),
        items.length > MOST_LISTED && {
          label: 'Además',
          value: `${items.length - MOST_LISTED} imágenes más`,
        },
        describeLostCode(changes),
        describeAmount(changes, 'shippingCost', 'Envío'),
        describeAmount(changes, 'totalAmount', 'Total'),
      ]),
      pricesBlock(news),
      ...factList('Tu pago', [
        left !== null && { label: 'Falta pagar', value: formatPesos(amountDue) },
        ...refunds
          .filter(({ doneOn }) => doneOn === null)
          .map(({ amount, dueOn }) => ({
            label: 'Te devolvemos',
            value: [formatPesos(amount), dueOn && `a más tardar el ${formatDay(dueOn)}`]
              .filter(Boolean)
              .join(', '),
          })),
      ]),
      ...(amountDue > 0 ? howToPay(order) : []),
      seeOrder(url),
      ...(changes.some(({ field }) => field === 'proof')
        ? [note('La prueba que te enviamos ya no vale: mostraba el pedido como estaba antes.')]
        : []),
      QUESTIONS,
    ],
  });
}

/** The shop's answer to the buyer's request for a change. */
export function changeAnsweredLetter(news: ComplaintNews, url: string, shopName: string): Letter {
  const { order, words } = news;
  const isAccepted = order.changeRequest?.accepted === true;
  return buyerLetter(news, shopName, {
    subject: `El cambio que pediste: pedido ${order.id}`,
    preview: words ?? (isAccepted ? 'Lo hacemos.' : 'No pudimos hacerlo.'),
    title: isAccepted ? 'Hacemos el cambio' : 'No pudimos hacer el cambio',
    text: isAccepted
      ? 'vamos a hacer el cambio que pediste en tu pedido.'
      : 'no podemos hacer el cambio que pediste, y tu pedido sigue como estaba.',
    blocks: [
      orderNumber(order),
      ...factList('Qué te contestamos', [words && { label: 'Mensaje', value: words }]),
      seeOrder(url),
      QUESTIONS,
    ],
  });
}

/** Returns an amount in pesos before and after; null: it stayed. */
function describeAmount(changes: readonly AuditChange[], name: string, label: string) {
  const found = changes.find(({ field }) => field === name);
  if (!found) return null;
  return { label, value: `${formatPesos(Number(found.from))} → ${formatPesos(Number(found.to))}` };
}

/** Returns the code that the change dropped, such as by its minimum. */
function describeLostCode(changes: readonly AuditChange[]): Fact | null {
  const code = changes.find(({ field, to }) => field === 'code' && !to);
  return code ? { label: `Código ${code.from}`, value: LOST_CODE } : null;
}

/** Returns what changed, by picture; the fields of a picture follow the entry with its number. */
function describeItems(changes: readonly AuditChange[]): Fact[] {
  const facts: { label: string; parts: string[] }[] = [];
  for (const change of changes) {
    const { field, from, to } = change;
    if (field === 'itemRemoved') {
      facts.push({ label: `Imagen ${from} de antes`, parts: ['quitada'] });
    } else if (field === 'itemAdded') facts.push({ label: `Imagen ${to}`, parts: ['nueva'] });
    else if (field === 'item' && from === undefined) {
      facts.push({ label: `Imagen ${to}`, parts: [] });
    } else facts.at(-1)?.parts.push(...[describeField(change) ?? []].flat());
  }
  return facts
    .filter(({ parts }) => parts.length > 0)
    .map(({ label, parts }) => ({ label, value: parts.join(', ') }));
}

function describeField({ field, from, to }: AuditChange): string | null {
  const pair = `${from ?? '–'} → ${to ?? '–'}`;
  if (field === 'quantity') return from === undefined ? describePins(Number(to)) : `${pair} pines`;
  if (field === 'product' || field === 'finish') return pair;
  return FIELD_TEXTS.get(field) ?? null;
}

const FIELD_TEXTS = new Map([
  ['picture', 'otra imagen'],
  ['crop', 'otro encuadre'],
  ['text', 'otro texto'],
  ['notes', 'otras notas'],
]);
