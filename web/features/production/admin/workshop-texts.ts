import { type Act, actTexts, isPayment } from '#domain/orders/order-stage.ts';
import { countOrders, USUAL_PAYMENT } from '#web/features/production/board-texts.ts';

/** An act of orders; `isPickedUp`: all of them are picked up. */
export type Step = { step: Act; isSet: boolean; isPickedUp: boolean };

/** Returns the result of an act, such as `3 pedidos marcados como impresos`. */
export function describeStep(
  ids: readonly string[],
  { step: act, isSet, isPickedUp }: Step,
): string {
  const [id] = ids;
  const { label, many } = actTexts(act, { isPickedUp });
  const one = label.toLowerCase();
  const how = isPayment(act) && isSet ? ` hoy por ${USUAL_PAYMENT.toLowerCase()}` : '';
  if (id !== undefined && ids.length === 1) {
    return isSet
      ? `Pedido ${id} marcado como ${one}${how}`
      : `Pedido ${id} ya no figura como ${one}`;
  }
  const orders = countOrders(ids.length);
  return isSet ? `${orders} marcados como ${many}${how}` : `${orders} ya no figuran como ${many}`;
}
