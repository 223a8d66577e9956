import { useQueryClient } from '@tanstack/react-query';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { changeOrderStatuses, recordPayment } from '#contract/orders/orders-admin-calls.ts';
import { dropPayment } from '#contract/payments/payments-admin.ts';
import { sendProof, withdrawProof } from '#contract/production/proofs.ts';
import { type Parcel, removeMark, setMark } from '#contract/production/workshop.ts';
import type { TodayGroup, TodayOrder } from '#contract/today/today.ts';
import { dayOf } from '#domain/base/dates.ts';
import { isPickedUp } from '#domain/delivery/way-texts.ts';
import { type ChatTopic, tellDispatched, tellPaid, tellReady } from '#domain/orders/chat.ts';
import { type Act, actTexts, isPayment, newsOf } from '#domain/orders/order-stage.ts';
import { CANCELLED_STATUS, NEW_STATUS, type OrderStatus } from '#domain/orders/status.ts';
import { whatsappUrl } from '#domain/people/phones.ts';
import { USUAL_PAYMENT } from '#web/features/production/board-texts.ts';
import { pageConfig } from '#web/lib/config.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { refreshAll } from './queries.ts';
import type { Done } from './row-acts.ts';
import { useRowActs } from './use-row-acts.ts';

/** A group's orders as they are shown. */
export type Shown = { list: TodayGroup; shown: readonly TodayOrder[] };

/** Performs the next action of an order; its row stays for the minute in which it can be undone. */
export function useActs() {
  const client = useQueryClient();
  const rows = useRowActs(idOf, () => refreshAll(client));
  return {
    ...rows,
    act: (order: TodayOrder, of: Shown, act: Act, parcel: Partial<Parcel> = {}) =>
      rows.run({ ...of, keys: [order.id] }, () =>
        // A receipt in another list belongs to an earlier payment.
        perform(of.list === 'receipts' ? order : { ...order, receipt: null }, act, parcel),
      ),
    prove: (order: TodayOrder, of: Shown) =>
      rows.run({ ...of, keys: [order.id] }, () => prove(order)),
    cancelAll: (orders: readonly TodayOrder[], of: Shown) =>
      rows.run({ ...of, keys: orders.map(idOf), isOfMany: true }, () => cancelAll(orders)),
  };
}

const idOf = ({ id }: TodayOrder) => id;

async function perform(order: TodayOrder, act: Act, parcel: Partial<Parcel>): Promise<Done> {
  const { id, version, receipt } = order;
  const canUndo = true;
  const changed = isPayment(act)
    ? await callAdmin(recordPayment, {
        params: { id },
        version,
        // A buyer who sent a receipt had paid by then: the promise counts from that day.
        body: {
          paidAt: dayOf(Date.parse(receipt?.receivedAt ?? '') || Date.now()),
          how: USUAL_PAYMENT,
          depositFirst: order.isDeposit,
          canUndo,
        },
      })
    : await callAdmin(setMark, {
        params: { id, mark: act },
        version,
        body: { ...parcel, canUndo },
      });
  const label =
    isPayment(act) && order.isDeposit
      ? 'Abonado'
      : actTexts(act, { isPickedUp: isPickedUp(order) }).label;
  return {
    text: label,
    news: `Pedido ${id} marcado como ${label.toLowerCase()}`,
    chat: chatAfter(act, changed.order),
    undo: () => takeBack(changed.order, act),
  };
}

function takeBack({ id, version, payments }: AdminOrderDetail, act: Act) {
  const paymentId = payments.at(-1)?.id;
  return isPayment(act) && paymentId
    ? callAdmin(dropPayment, { params: { id, paymentId }, version })
    : callAdmin(removeMark, { params: { id, mark: act }, version });
}

async function prove({ id, version }: TodayOrder): Promise<Done> {
  const { order } = await callAdmin(sendProof, {
    params: { id },
    version,
    body: { canUndo: true },
  });
  return {
    text: 'Prueba enviada',
    news: `Prueba del pedido ${id} enviada`,
    chat: null,
    undo: () => callAdmin(withdrawProof, { params: { id }, version: order.version }),
  };
}

async function cancelAll(orders: readonly TodayOrder[]): Promise<Done & { keys: string[] }> {
  const { results } = await setStatuses(orders, CANCELLED_STATUS);
  const cancelled = results.flatMap(({ success, order }) => (success && order ? order : []));
  return {
    text: 'Cancelado',
    news: describeCancelled(cancelled.length, orders.length),
    chat: null,
    undo: () => reopen(cancelled),
    keys: cancelled.map(({ id }) => id),
  };
}

/** @throws Error with the reason when one of them cannot be opened again */
async function reopen(orders: readonly Pick<TodayOrder, 'id' | 'version'>[]): Promise<void> {
  const { results } = await setStatuses(orders, NEW_STATUS);
  const refused = results.find(({ success }) => !success);
  if (refused) throw new Error(`${refused.id}: ${refused.message}`);
}

function setStatuses(orders: readonly Pick<TodayOrder, 'id' | 'version'>[], status: OrderStatus) {
  const versions = orders.map(({ id, version }) => ({ id, version }));
  const reason = status === CANCELLED_STATUS ? 'Venció el plazo para pagarlo' : null;
  return callAdmin(changeOrderStatuses, {
    body: { orders: versions, status, reason, canUndo: true },
  });
}

function describeCancelled(done: number, asked: number): string {
  const text = done === 1 ? '1 pedido cancelado' : `${done} pedidos cancelados`;
  return done === asked ? text : `${text}; los demás cambiaron entretanto`;
}

/** Returns a chat text about the act; the mail is sent automatically. */
function chatAfter(
  act: Act,
  { id, deliveryData, payments, reprint, ...changed }: AdminOrderDetail,
): Done['chat'] {
  const { fullName, phone, pricing } = deliveryData;
  const { shop, ways } = pageConfig.get();
  const shipping = reprint?.shipping ?? changed.shipping;
  const topic: ChatTopic = { shopName: shop.name, fullName, orderId: id };
  const order = { deliveryData, pickup: ways?.pickup };
  const texts = {
    ready: () => tellReady(topic, order),
    left: () => (isPickedUp(order) ? null : tellDispatched(topic, order, shipping)),
  };
  const news = newsOf(act, { isPickedUp: isPickedUp(order) });
  const text = isPayment(act)
    ? tellPaid(topic, payments.at(-1)?.amount ?? pricing.totalAmount)
    : news && texts[news]();
  const url = text === null ? null : whatsappUrl(phone, text);
  return url === null ? null : { label: 'Avisar por WhatsApp', url };
}
