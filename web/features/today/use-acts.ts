import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { changeOrderStatuses, recordPayment, removePayment } from '#contract/orders-admin-calls.ts';
import { sendProof } from '#contract/proofs.ts';
import type { TodayOrder } from '#contract/today.ts';
import { type Parcel, removeMark, setMark } from '#contract/workshop.ts';
import { type ChatTopic, tellDispatched, tellPaid, tellReady } from '#domain/chat.ts';
import { dayOf } from '#domain/dates.ts';
import { type Act, actTexts, isPayment, newsOf } from '#domain/order-stage.ts';
import { CANCELLED_STATUS, NEW_STATUS, type OrderStatus } from '#domain/orders.ts';
import { whatsappUrl } from '#domain/phones.ts';
import { isPickedUp } from '#domain/way-texts.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { USUAL_PAYMENT } from '#web/features/workshop/board-texts.ts';
import { pageConfig } from '#web/lib/config.ts';
import { refreshAll } from './queries.ts';

/** The id that represents all overdue orders. */
export const OVERDUE = 'overdue';

type Changed = { order: AdminOrderDetail };

/** The last act: its message, a chat with the buyer, and how to undo it. */
type Done = {
  text: string;
  chat: { label: string; url: string } | null;
  takeBack: (() => void) | null;
};

/** Performs the next action of an order, one at a time, and reports the result. */
export function useActs() {
  const client = useQueryClient();
  const [busyId, setBusyId] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const [error, setError] = useState<unknown>(null);
  const isUnderWay = useRef(false);

  const run = async (id: string, work: () => Promise<Done | null>) => {
    // A second click would run into the changes of the first.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusyId(id);
    setDone(null);
    setError(null);
    try {
      setDone(await work());
    } catch (cause) {
      setError(cause);
    }
    await refreshAll(client);
    isUnderWay.current = false;
    setBusyId(null);
  };

  const takeBack = ({ order: { id, version } }: Changed, act: Act) =>
    run(id, async () => {
      await (isPayment(act)
        ? callAdmin(removePayment, { params: { id }, version })
        : callAdmin(removeMark, { params: { id, mark: act }, version }));
      return null;
    });

  const act = (order: TodayOrder, which: Act, parcel: Partial<Parcel> = {}) => {
    const { id, version, receipt } = order;
    const how = { isPickedUp: isPickedUp(order) };
    return run(id, async () => {
      const changed = isPayment(which)
        ? await callAdmin(recordPayment, {
            params: { id },
            version,
            // A buyer who sent a receipt had paid by then: the promise counts from that day.
            body: {
              paidAt: dayOf(Date.parse(receipt?.receivedAt ?? '') || Date.now()),
              how: USUAL_PAYMENT,
            },
          })
        : await callAdmin(setMark, { params: { id, mark: which }, version, body: parcel });
      return {
        text: `Pedido ${id} marcado como ${actTexts(which, how).label.toLowerCase()}`,
        chat: chatAfter(which, changed.order),
        // Setting it again would mail the buyer again.
        takeBack: newsOf(which, how) === null ? () => void takeBack(changed, which) : null,
      };
    });
  };

  const prove = ({ id, version }: TodayOrder) =>
    run(id, async () => {
      await callAdmin(sendProof, { params: { id }, version });
      return { text: `Prueba del pedido ${id} enviada`, chat: null, takeBack: null };
    });

  const cancelAll = (orders: readonly TodayOrder[]) =>
    void run(OVERDUE, async () => {
      const { results } = await setStatuses(orders, CANCELLED_STATUS);
      const cancelled = results.flatMap(({ success, order }) => (success && order ? order : []));
      return {
        text: describeCancelled(cancelled.length, orders.length),
        chat: null,
        takeBack: () =>
          void run(OVERDUE, async () => {
            await setStatuses(cancelled, NEW_STATUS);
            return null;
          }),
      };
    });

  return { busyId, done, error, act, prove, cancelAll, dismiss: () => setDone(null) };
}

function setStatuses(orders: readonly Pick<TodayOrder, 'id' | 'version'>[], status: OrderStatus) {
  const versions = orders.map(({ id, version }) => ({ id, version }));
  const reason = status === CANCELLED_STATUS ? 'Venció el plazo para pagarlo' : null;
  return callAdmin(changeOrderStatuses, { body: { orders: versions, status, reason } });
}

function describeCancelled(done: number, asked: number): string {
  const text = done === 1 ? '1 pedido cancelado' : `${done} pedidos cancelados`;
  return done === asked ? text : `${text}; los demás cambiaron entretanto`;
}

/** Returns a chat text about the act; the mail is sent automatically. */
function chatAfter(
  act: Act,
  { id, deliveryData, reprint, ...changed }: AdminOrderDetail,
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
  const text = isPayment(act) ? tellPaid(topic, pricing.totalAmount) : news && texts[news]();
  const url = text === null ? null : whatsappUrl(phone, text);
  return url === null ? null : { label: 'Avisar por WhatsApp', url };
}
