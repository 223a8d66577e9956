import { useId, useState } from 'react';
import { ADMIN_LIMITS, type AdminOrderDetail } from '#contract/orders-admin.ts';
import { recordPayment, removePayment } from '#contract/orders-admin-calls.ts';
import type { Receipt } from '#contract/payment-details.ts';
import { downloadReceipt } from '#contract/receipts.ts';
import { dayOf, formatDateTime, formatDay } from '#domain/dates.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { download } from '#web/features/admin/download.ts';
import { describeFailure, Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Form, TextField } from '#web/ui/FormFields.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { useTask } from '#web/ui/use-task.ts';
import styles from './Order.module.css';
import { afterSending } from './order-texts.ts';
import { Part } from './Part.tsx';
import { useOrderChange } from './queries.ts';

const WAYS = ['Transferencia', 'Efectivo', 'Tarjeta'];

export function PaymentPart({ order }: { order: AdminOrderDetail }) {
  const { payment } = order;
  const [today] = useState(() => dayOf(Date.now()));
  const [day, setDay] = useState<string | null>(null);
  const [how, setHow] = useState<string | null>(null);
  const [tellsAgain, setTellsAgain] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const list = useId();
  // Whoever reads of a payment twice asks what happened.
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
      {order.receipt && <ReceiptDownload id={order.id} receipt={order.receipt} />}
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
          <label className={`${styles.check} ${styles.wide}`}>
            <input
              type="checkbox"
              checked={tellsAgain}
              onChange={({ target }) => setTellsAgain(target.checked)}
            />
            Avisarle de nuevo por correo
          </label>
        )}
        <datalist id={list}>
          {WAYS.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        <div className={`${styles.row} ${styles.wide}`}>
          <Button type="submit" variant="secondary" busy={isBusy && !isRemoving} disabled={isBusy}>
            {payment ? 'Corregir pago' : 'Anotar pago'}
          </Button>
          {payment && (
            <Button
              variant="quiet"
              busy={isRemoving}
              disabled={isBusy}
              onClick={() => void remove()}
            >
              Quitar el pago
            </Button>
          )}
        </div>
      </Form>
    </Part>
  );
}

function ReceiptDownload({ id, receipt }: { id: string; receipt: Receipt }) {
  const name = `${id}_comprobante`;
  const saving = useTask(() => download(downloadReceipt, { params: { id }, fallbackName: name }));
  return (
    <>
      <p>Comprobante recibido el {formatDateTime(receipt.receivedAt)}.</p>
      <Button
        variant="secondary"
        className={parts.button}
        busy={saving.isBusy}
        onClick={saving.run}
      >
        Descargar comprobante
      </Button>
      {saving.error !== null && (
        <Failure
          error={saving.error}
          text={describeFailure('Error al descargar el comprobante', saving.error)}
          onRetry={saving.run}
        />
      )}
    </>
  );
}
