import { useId, useState } from 'react';
import { ADMIN_LIMITS, type AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { recordPayment, removePayment } from '#contract/orders/orders-admin-calls.ts';
import { downloadReceipt } from '#contract/payments/receipts.ts';
import { dayOf, formatDateTime, formatDay } from '#domain/base/dates.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { NotedActions, NotedFile } from '#web/panel/order/NotedForm.tsx';
import styles from '#web/panel/order/Order.module.css';
import { afterSending } from '#web/panel/order/order-texts.ts';
import { Part } from '#web/panel/order/Part.tsx';
import { useOrderChange } from '#web/panel/order/queries.ts';
import { Check } from '#web/ui/Check.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Form, TextField } from '#web/ui/FormFields.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';

const WAYS = ['Transferencia', 'Efectivo', 'Tarjeta'];

export function PaymentPart({ order }: { order: AdminOrderDetail }) {
  const { payment } = order;
  const [today] = useState(() => dayOf(Date.now()));
  const [day, setDay] = useState<string | null>(null);
  const [how, setHow] = useState<string | null>(null);
  const [tellsAgain, setTellsAgain] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const list = useId();
  // A second mail about a payment may confuse the buyer: it is sent only if chosen.
  const wasNoted = !payment && order.history.some(({ action }) => action === 'payment_changed');
  const { isBusy, outcome, change } = useOrderChange(order, 'Error al guardar el pago');
  const paidAt = day ?? payment?.paidAt ?? today;
  const way = how ?? payment?.how ?? '';
  useUnsaved(paidAt !== (payment?.paidAt ?? today) || way !== (payment?.how ?? ''));
  const forget = () => {
    setDay(afterSending(day, null));
    setHow(afterSending(how, null));
    setTellsAgain(false);
  };
  const save = async () => {
    const body = { paidAt, how: way.trim(), tellsAgain: wasNoted && tellsAgain };
    const { tone } = await change((target) => callAdmin(recordPayment, { ...target, body }));
    if (tone === 'success') forget();
  };
  const remove = async () => {
    setRemoving(true);
    const { tone } = await change((target) => callAdmin(removePayment, target));
    setRemoving(false);
    if (tone === 'success') forget();
  };
  const text = payment ? `${payment.how}, el ${formatDay(payment.paidAt)}` : 'Sin pagar';
  const brief = order.receipt && !payment ? `${text}, con comprobante` : text;
  return (
    <Part title="Pago" brief={brief} outcome={outcome}>
      <Facts facts={[['Pago', text]]} />
      {order.receipt && (
        <>
          <p>Comprobante recibido el {formatDateTime(order.receipt.receivedAt)}.</p>
          <NotedFile
            route={downloadReceipt}
            id={order.id}
            fallbackName={`${order.id}_comprobante`}
            label="Descargar comprobante"
            failure="Error al descargar el comprobante"
          />
        </>
      )}
      <Form className={styles.form} onSend={save}>
        <TextField
          label="Fecha del pago"
          type="date"
          required
          max={today}
          value={paidAt}
          onType={setDay}
        />
        <TextField
          label="Forma de pago"
          dir="auto"
          required
          list={list}
          maxLength={ADMIN_LIMITS.how}
          value={way}
          onType={setHow}
        />
        {wasNoted && (
          <div className={styles.wide}>
            <Check checked={tellsAgain} onToggle={setTellsAgain}>
              Avisarle de nuevo por correo
            </Check>
          </div>
        )}
        <datalist id={list}>
          {WAYS.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        <NotedActions
          save={payment ? 'Corregir pago' : 'Anotar pago'}
          remove={payment && 'Quitar el pago'}
          isBusy={isBusy}
          isRemoving={isRemoving}
          onRemove={() => void remove()}
        />
      </Form>
    </Part>
  );
}
