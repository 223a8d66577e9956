import { useState } from 'react';
import type { AdminOnlinePayment } from '#contract/online-payment.ts';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { refundOrder } from '#contract/refunds-admin.ts';
import { formatPesos } from '#domain/money.ts';
import { type PaymentProvider, providerNames } from '#domain/payment.ts';
import { paymentMethodLabels, paymentStateLabels } from '#domain/payment-labels.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { ReauthenticationDeclined, withFreshSignIn } from '#web/lib/reauthentication.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Form, TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Order.module.css';
import { Part } from './Part.tsx';
import { useOrderChange } from './queries.ts';

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
  const { isBusy, outcome, change } = useOrderChange(order, 'Error al devolver el dinero');
  const [typed, setTyped] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const name = providerNames[provider];
  const left = state === 'paid' ? amount - refunded : 0;
  const wanted = Number(typed ?? left);
  // Money that no order needs: the order was cancelled, or paid otherwise or twice.
  const isExtra = left > 0 && (payment.isSecond === true || order.payment?.how !== name);
  const send = async () => {
    setAsking(false);
    const body = { amount: wanted, how: 'online' } as const;
    const { tone } = await change((target) =>
      withFreshSignIn(() => callAdmin(refundOrder, { ...target, body })),
    );
    if (tone === 'success') setTyped(null);
  };
  const isDeclined = outcome?.error instanceof ReauthenticationDeclined;
  return (
    <Part
      title="Pago en línea"
      brief={`${name}: ${paymentStateLabels[state]}`}
      outcome={isDeclined ? null : outcome}
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
      {left > 0 && (
        <Form className={styles.form} onSend={async () => setAsking(true)}>
          <TextField
            label="Monto a devolver"
            type="number"
            inputMode="numeric"
            required
            min={1}
            max={left}
            value={typed ?? String(left)}
            onType={setTyped}
          />
          <div className={`${styles.row} ${styles.wide}`}>
            <Button type="submit" variant="secondary" busy={isBusy}>
              Devolver dinero
            </Button>
          </div>
        </Form>
      )}
      {isAsking && (
        <ConfirmDialog
          title="¿Devolver el dinero?"
          confirm="Devolver"
          cancel="Volver"
          focus="cancel"
          busy={isBusy}
          onConfirm={() => void send()}
          onCancel={() => setAsking(false)}
        >
          <p>
            {name} devolverá {formatPesos(wanted)} a quien pagó el pedido {order.id}. No se puede
            deshacer.
          </p>
        </ConfirmDialog>
      )}
    </Part>
  );
}
