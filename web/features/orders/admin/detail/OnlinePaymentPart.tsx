import { useState } from 'react';
import { refundPayment } from '#contract/online-payment-admin.ts';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { formatPesos } from '#domain/money.ts';
import { providerNames, type ShownPaymentState } from '#domain/payment.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Form, TextField } from '#web/ui/FormFields.tsx';
import styles from './Order.module.css';
import { Part } from './Part.tsx';
import { useOrderChange } from './queries.ts';

const stateLabels: Record<ShownPaymentState, string> = {
  none: 'Sin intentos',
  open: 'Pagando',
  unknown: 'Por confirmar',
  paid: 'Pagado',
  refused: 'Rechazado',
  aborted: 'Anulado por quien compra',
  expired: 'Vencido',
  refunding: 'Devolución en curso',
  refunded: 'Devuelto',
};

/** How an order's payment online stands, and how money of it goes back; nothing before an attempt. */
export function OnlinePaymentPart({ order }: { order: AdminOrderDetail }) {
  const payment = order.onlinePayment;
  const { isBusy, outcome, change } = useOrderChange(order, 'Error al devolver el dinero');
  const left = payment?.state === 'paid' ? payment.amount - payment.refunded : 0;
  const [typed, setTyped] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  if (!payment?.provider) return null;
  const { provider, providerId, state, amount, refunded } = payment;
  const name = providerNames[provider];
  const wanted = Number(typed ?? left);
  const send = async () => {
    const body = { amount: wanted };
    const { tone } = await change((target) => callAdmin(refundPayment, { ...target, body }));
    setAsking(false);
    if (tone === 'success') setTyped(null);
  };
  return (
    <Part title="Pago en línea" brief={`${name}: ${stateLabels[state]}`} outcome={outcome}>
      <Facts
        facts={[
          ['Medio', name],
          ['Estado', stateLabels[state]],
          ['Monto', formatPesos(amount)],
          ['Devuelto', refunded > 0 ? formatPesos(refunded) : null],
          [`Número en ${name}`, providerId],
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
            <Button type="submit" variant="secondary" disabled={isBusy}>
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
