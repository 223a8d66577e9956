import { useId, useState } from 'react';
import { ADMIN_LIMITS, type AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { recordPayment } from '#contract/orders/orders-admin-calls.ts';
import { askedNowOf, openDepositOf } from '#contract/payments/deposit.ts';
import { addPayment, dropPayment } from '#contract/payments/payments-admin.ts';
import { downloadReceipt } from '#contract/payments/receipts.ts';
import { dayOf, formatDateTime, formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { balanceDeadline } from '#domain/delivery/way-texts.ts';
import { mailboxOf } from '#domain/orders/mailbox.ts';
import { isIncomplete } from '#domain/orders/order-stage.ts';
import { MAX_AGREED_TOTAL } from '#domain/orders/prices.ts';
import { isVoid } from '#domain/orders/status.ts';
import { providerNames } from '#domain/payments/attempt.ts';
import { pesosProblem, readWhole } from '#web/lib/decimals.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { DownloadButton } from '#web/panel/DownloadButton.tsx';
import styles from '#web/panel/order/Order.module.css';
import { Part } from '#web/panel/order/Part.tsx';
import { usePartForm } from '#web/panel/order/use-part-form.ts';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Form, TextField } from '#web/ui/FormFields.tsx';

const WAYS = ['Transferencia', 'Efectivo', 'Tarjeta'];

export function PaymentPart({ order }: { order: AdminOrderDetail }) {
  const { payment, payments, amountDue: due } = order;
  const asked = askedNowOf(order);
  const [today] = useState(() => dayOf(Date.now()));
  const [wantsFurther, setFurther] = useState(false);
  // What the provider reported of a payment is not corrected by hand.
  const isFurther = wantsFurther || (payment !== null && isOnline(payment.how));
  const [isAsking, setAsking] = useState(false);
  const list = useId();
  // A second mail about a payment may confuse the buyer: it is sent only if chosen.
  const wasNoted =
    payments.length === 0 && order.history.some(({ action }) => action === 'payment_changed');
  const corrected = isFurther || due > 0 ? null : payment;
  const form = usePartForm(order, 'Error al guardar el pago', {
    amount: asked > 0 ? String(asked) : '',
    paidAt: corrected?.paidAt ?? today,
    how: corrected?.how ?? '',
    tellsAgain: false,
  });
  const { isBusy, values } = form;
  const amount = values.amount === '' ? asked : readWhole(values.amount);
  const problem = values.amount === '' ? undefined : pesosProblem(amount, MAX_AGREED_TOTAL);
  // An order without pictures may have no price yet.
  const isUnpriced = due === 0 && isIncomplete(order.waitsFor);
  const over = corrected || isUnpriced ? 0 : amount - due;
  const save = async () => {
    setAsking(false);
    const noted = { paidAt: values.paidAt, how: values.how.trim() };
    const tellsAgain = wasNoted && values.tellsAgain;
    const isSaved = await form.save((target) =>
      corrected || amount === due
        ? callAdmin(recordPayment, { ...target, body: { ...noted, tellsAgain } })
        : callAdmin(addPayment, { ...target, body: { ...noted, amount } }),
    );
    if (isSaved) setFurther(false);
  };
  const remove = async (paymentId: string) => {
    const params = { id: order.id, paymentId };
    const isSaved = await form.save(({ version }) => callAdmin(dropPayment, { params, version }));
    if (isSaved) setFurther(false);
  };
  const text = describePayment(order);
  const [only] = payments;
  const isFree = payment !== null && payments.length === 0;
  // One payment of the whole is the fact above.
  const parts = payment && payments.length === 1 && due === 0 ? [] : payments;
  const brief = order.receipt && !payment ? `${text}, con comprobante` : text;
  return (
    <Part title="Pago" brief={brief} outcome={form.outcome}>
      <Facts facts={[['Pago', text]]} />
      {parts.map((each) => (
        <div key={each.id} className={styles.mark}>
          <span dir="auto">
            <strong>{formatPesos(each.amount)}</strong>, {each.how}, el {formatDay(each.paidAt)}
          </span>
          {!isOnline(each.how) && (
            <SmallButton disabled={isBusy} onClick={() => void remove(each.id)}>
              Quitar
            </SmallButton>
          )}
        </div>
      ))}
      {order.receipt && (
        <>
          <p>Comprobante recibido el {formatDateTime(order.receipt.receivedAt)}.</p>
          <DownloadButton
            file={downloadReceipt}
            of={{ params: { id: order.id }, fallbackName: `${order.id}_comprobante` }}
            failure="Error al descargar el comprobante"
          >
            Descargar comprobante
          </DownloadButton>
        </>
      )}
      {!isFree && (
        <Form
          className={styles.form}
          onSend={async () => (problem ? undefined : over > 0 ? setAsking(true) : save())}
        >
          {!corrected && (due > 0 || isFurther || isVoid(order.status)) && (
            <TextField
              label="Monto"
              inputMode="numeric"
              required
              error={problem}
              {...form.field('amount')}
            />
          )}
          <TextField
            label="Fecha del pago"
            type="date"
            required
            max={today}
            {...form.field('paidAt')}
          />
          <TextField
            label="Forma de pago"
            dir="auto"
            required
            list={list}
            maxLength={ADMIN_LIMITS.how}
            {...form.field('how')}
          />
          {wasNoted && mailboxOf(order) !== null && (
            <div className={styles.wide}>
              <Check checked={values.tellsAgain} onToggle={(isOn) => form.edit('tellsAgain', isOn)}>
                Avisarle de nuevo por correo
              </Check>
            </div>
          )}
          <datalist id={list}>
            {WAYS.map((known) => (
              <option key={known} value={known} />
            ))}
          </datalist>
          <div className={`row ${styles.wide}`}>
            <Button type="submit" variant="secondary" busy={isBusy}>
              {corrected ? 'Corregir pago' : 'Anotar pago'}
            </Button>
            {parts.length === 0 && only && !isOnline(only.how) && (
              <Button variant="quiet" disabled={isBusy} onClick={() => void remove(only.id)}>
                Quitar el pago
              </Button>
            )}
            {corrected && (
              <Button variant="quiet" disabled={isBusy} onClick={() => setFurther(true)}>
                Anotar otro pago
              </Button>
            )}
          </div>
        </Form>
      )}
      {isAsking && (
        <ConfirmDialog
          title="¿Anotar más de lo que falta?"
          confirm="Anotar"
          cancel="Volver"
          onConfirm={() => void save()}
          onCancel={() => setAsking(false)}
        >
          <p>
            {due > 0 ? `Al pedido le faltan ${formatPesos(due)}.` : 'Al pedido no le falta nada.'}{' '}
            Anotas {formatPesos(amount)}: quedan {formatPesos(over)} por devolver.
          </p>
        </ConfirmDialog>
      )}
    </Part>
  );
}

/** Online payments are given back, not removed. */
function isOnline(how: string): boolean {
  return Object.values(providerNames).some((name) => name === how);
}

/** Returns how an order was paid, or what of it came in. */
function describePayment(order: AdminOrderDetail): string {
  const { payment, payments, amountDue, deposit } = order;
  const open = openDepositOf(order);
  if (open > 0) {
    return `Faltan ${formatPesos(open)} del abono; el saldo de ${formatPesos(amountDue - open)}, ${balanceDeadline(order)}`;
  }
  if ((payment || deposit?.isPaid) && amountDue > 0)
    return `${payment ? 'Pagado' : 'Abono pagado'}; falta el saldo de ${formatPesos(amountDue)}`;
  if (payments.length === 0) return payment?.how ?? 'Sin pagar';
  if (payment) return `${payment.how}, el ${formatDay(payment.paidAt)}`;
  if (amountDue === 0) return 'Pagado en parte';
  return `Faltan ${formatPesos(amountDue)}`;
}
