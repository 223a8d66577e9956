import { useState } from 'react';
import { answerComplaint, MAX_REPRINTED, startReprint } from '#contract/complaints-admin.ts';
import { ADMIN_LIMITS, type AdminOrderDetail } from '#contract/orders-admin.ts';
import { problemsOf } from '#contract/rules.ts';
import { dayOf } from '#domain/dates.ts';
import { formatPesos } from '#domain/money.ts';
import { quoteText } from '#domain/pins/choice.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import parts from '#web/features/admin/parts.module.css';
import { itemKeys } from '#web/features/orders/item-key.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Form, TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import styles from './Complaint.module.css';
import orderStyles from './Order.module.css';
import type { ChangeOrder } from './queries.ts';

type ActProps = {
  order: AdminOrderDetail;
  isBusy: boolean;
  change: ChangeOrder;
  onClose: () => void;
};

/** Chooses which pins are made, or only sent, once more, and how many of each. */
export function ReprintWindow({
  order,
  isBusy,
  change,
  onClose,
  isPrinted,
}: ActProps & { isPrinted: boolean }) {
  const { complaint, items } = order;
  const isAsked = complaint?.isOpen === true;
  const [chosen, setChosen] = useState<readonly number[]>(
    isAsked ? complaint.items : items.length === 1 ? [1] : [],
  );
  const [quantities, setQuantities] = useState<readonly string[]>(() =>
    items.map(({ quantity }) => String(Math.min(quantity, MAX_REPRINTED))),
  );
  const start = isAsked ? 'Reclamo de quien compró' : '';
  const [reason, setReason] = useState(start);
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const keys = itemKeys(items);
  const body = {
    items: chosen.map((n) => ({ n, quantity: Number(quantities[n - 1]) })),
    reason: reason.trim(),
    isPrinted,
  };
  const problems = isTried ? problemsOf(startReprint.body, body) : {};
  const wrongPins = Object.entries(problems).find(([field]) => field.startsWith('items'))?.[1];
  const toggle = (n: number) =>
    setChosen(items.flatMap((_, at) => ((at + 1 === n) !== chosen.includes(at + 1) ? at + 1 : [])));
  const send = async () => {
    setTried(true);
    if (Object.keys(problemsOf(startReprint.body, body)).length > 0) return;
    setFailure(null);
    const { tone, text } = await change((target) => callAdmin(startReprint, { ...target, body }));
    if (tone === 'success') onClose();
    else setFailure(text);
  };
  return (
    <FormDialog
      title={isPrinted ? 'Enviar de nuevo' : 'Hacer pines de nuevo'}
      subtitle={`Pedido ${order.id}`}
      width="medium"
      locked={isBusy}
      isTyped={reason !== start}
      onClose={onClose}
    >
      <p>
        {isPrinted
          ? 'Los tienes a mano y solo salen otra vez: pasan a Por empacar.'
          : 'Pasan a Por imprimir, y la hoja lleva solo estos.'}{' '}
        Es sin costo: el total y el estado del pedido no cambian. Le avisamos por correo a quien
        compró.
      </p>
      <Form noValidate className={styles.form} onSend={send}>
        <fieldset className={styles.pins}>
          <legend className={styles.legend}>¿Cuáles y cuántos?</legend>
          {items.map((item, index) => {
            const n = index + 1;
            return (
              <div key={keys[index]} className={styles.pin}>
                <label className={styles.choice}>
                  <input type="checkbox" checked={chosen.includes(n)} onChange={() => toggle(n)} />
                  <PinFace
                    src={item.thumbnailUrl}
                    crop={item.crop}
                    pin={item}
                    text={item.text}
                    size="small"
                  />
                  <span dir="auto">
                    {[`Imagen ${n}`, quoteText(item)].filter(Boolean).join(' ')}
                  </span>
                </label>
                {chosen.includes(n) && (
                  <input
                    className={styles.quantity}
                    type="number"
                    inputMode="numeric"
                    aria-label={`Cuántos de la imagen ${n}`}
                    min={1}
                    max={MAX_REPRINTED}
                    value={quantities[index]}
                    onChange={({ target }) =>
                      setQuantities(
                        quantities.map((now, at) => (at === index ? target.value : now)),
                      )
                    }
                  />
                )}
              </div>
            );
          })}
          {wrongPins && (
            <p className={styles.error} role="alert">
              {wrongPins}
            </p>
          )}
        </fieldset>
        <TextField
          label="Motivo"
          hint="Queda en el historial del pedido; quien compró no lo ve"
          error={problems.reason}
          dir="auto"
          maxLength={ADMIN_LIMITS.reason}
          value={reason}
          onType={setReason}
        />
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Actions>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Volver
          </Button>
          <Button type="submit" busy={isBusy}>
            {isPrinted ? 'Enviar de nuevo' : 'Hacer de nuevo'}
          </Button>
        </Actions>
      </Form>
    </FormDialog>
  );
}

/** Words for the buyer, or money that went back, or both; an open complaint is closed by it. */
export function AnswerWindow({
  order,
  isBusy,
  change,
  onClose,
  hasRefund,
}: ActProps & { hasRefund: boolean }) {
  const [today] = useState(() => dayOf(Date.now()));
  const [amount, setAmount] = useState('');
  const [on, setOn] = useState(today);
  const [words, setWords] = useState('');
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const body = {
    words: words.trim() || null,
    refund: hasRefund ? { amount: amount === '' ? Number.NaN : Number(amount), on } : null,
  };
  const problems = isTried ? problemsOf(answerComplaint.body, body) : {};
  const send = async () => {
    setTried(true);
    if (Object.keys(problemsOf(answerComplaint.body, body)).length > 0) return;
    setFailure(null);
    const { tone, text } = await change((target) =>
      callAdmin(answerComplaint, { ...target, body }),
    );
    if (tone === 'success') onClose();
    else setFailure(text);
  };
  return (
    <FormDialog
      title={hasRefund ? 'Anotar una devolución' : 'Contestar el reclamo'}
      subtitle={`Pedido ${order.id}`}
      width="medium"
      locked={isBusy}
      isTyped={words.trim() !== '' || amount !== ''}
      onClose={onClose}
    >
      <Form noValidate className={styles.form} onSend={send}>
        {hasRefund && (
          <>
            <p>
              La devolución la haces tú, en tu banco: aquí queda anotada y le avisamos a quien
              compró. El total del pedido no cambia.
            </p>
            <div className={orderStyles.form}>
              <TextField
                label="Monto devuelto, en pesos"
                hint={`El pedido costó ${formatPesos(order.deliveryData.pricing.totalAmount)}`}
                error={problems['refund.amount']}
                inputMode="numeric"
                value={amount}
                onType={(typed) => setAmount(typed.replace(/\D/g, ''))}
              />
              <TextField
                label="Fecha de la devolución"
                type="date"
                error={problems['refund.on']}
                max={today}
                value={on}
                onType={setOn}
              />
            </div>
          </>
        )}
        <Field
          label={hasRefund ? 'Mensaje' : 'Tu respuesta'}
          isOptional={hasRefund}
          hint="La lee quien compró, en su correo y en la página del pedido"
          error={problems.words}
        >
          {(control) => (
            <textarea
              {...control}
              dir="auto"
              rows={4}
              maxLength={ADMIN_LIMITS.reason}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
        </Field>
        {order.complaint?.isOpen && (
          <p className={parts.soft}>Con esto el reclamo queda respondido.</p>
        )}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Actions>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Volver
          </Button>
          <Button type="submit" busy={isBusy}>
            {hasRefund ? 'Anotar devolución' : 'Enviar respuesta'}
          </Button>
        </Actions>
      </Form>
    </FormDialog>
  );
}
