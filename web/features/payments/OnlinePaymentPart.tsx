import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import type { AdminOnlinePayment } from '#contract/payments/online-payment.ts';
import { formatPesos } from '#domain/base/money.ts';
import { type PaymentProvider, providerNames } from '#domain/payments/attempt.ts';
import { paymentMethodLabels, paymentStateLabels } from '#domain/payments/payment-labels.ts';
import { Part } from '#web/panel/order/Part.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { heldOnline, promisedOf, RefundForm, useRefund } from './RefundPart.tsx';
import { keptOf } from './refund-texts.ts';

type Attempted = AdminOnlinePayment & { provider: PaymentProvider };

/** The state of an order's online payment, and its refund; nothing before an attempt. */
export function OnlinePaymentPart({ order }: { order: AdminOrderDetail }) {
  const payment = order.onlinePayment;
  if (!payment?.provider) return null;
  return <Attempt order={order} payment={{ ...payment, provider: payment.provider }} />;
}

type Props = { order: AdminOrderDetail; payment: Attempted };

function Attempt({ order, payment }: Props) {
  const { provider, providerId, reference, state, amount, refunded, fee, method } = payment;
  const refund = useRefund(order);
  const name = providerNames[provider];
  const left = heldOnline(order);
  // Money that no order needs: the order was cancelled, or paid otherwise or twice.
  const isExtra =
    left > 0 && (payment.isSecond === true || order.payments.every(({ how }) => how !== name));
  const ofOrder = Math.min(left, keptOf(order));
  return (
    <Part
      title="Pago en línea"
      brief={`${name}: ${paymentStateLabels[state]}`}
      outcome={refund.outcome}
    >
      {isExtra && (
        <Notice tone="error">
          Este dinero no paga el pedido: llegó cuando ya no se esperaba. Devuélvelo, o anota el pago
          del pedido si corresponde.
        </Notice>
      )}
      <Facts
        facts={[
          ['Medio', method ? `${name}, ${paymentMethodLabels[method].toLowerCase()}` : name],
          ['Estado', paymentStateLabels[state]],
          ['Monto', formatPesos(amount)],
          ['Devuelto', refunded > 0 ? formatPesos(refunded) : null],
          ['Comisión', fee === null ? null : formatPesos(fee)],
          [`Orden en ${name}`, reference],
          [`Número en ${name}`, providerId],
          ['Código del banco', payment.authorizationCode],
        ]}
      />
      {isExtra && <RefundForm {...{ order, refund, left }} how="online" />}
      {!isExtra && ofOrder > 0 && promisedOf(order) === 0 && (
        <RefundForm {...{ order, refund }} left={ofOrder} />
      )}
    </Part>
  );
}
