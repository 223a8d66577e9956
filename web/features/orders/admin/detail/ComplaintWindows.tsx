import { type ComponentProps, useState } from 'react';
import {
  answerComplaint,
  MAX_REPRINTED,
  startReprint,
} from '#contract/aftersales/complaints-admin.ts';
import { problemsOf } from '#contract/base/rules.ts';
import { ADMIN_LIMITS, type AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { dayOf } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { quoteText } from '#domain/pins/choice.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import parts from '#web/features/admin/parts.module.css';
import { itemKeys } from '#web/features/orders/item-key.ts';
import { Check } from '#web/ui/Check.tsx';
import fieldStyles from '#web/ui/Field.module.css';
import { FieldGroup } from '#web/ui/Field.tsx';
import { TextArea, TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import styles from './Complaint.module.css';
import type { ChangeOrder } from './queries.ts';

type ActProps = {
  order: AdminOrderDetail;
  isBusy: boolean;
  change: ChangeOrder;
  onClose: () => void;
};

type ActWindowProps = ActProps &
  Pick<
    ComponentProps<typeof SendDialog>,
    'title' | 'label' | 'isTyped' | 'problems' | 'children'
  > & {
    act: Parameters<ChangeOrder>[0];
  };

function ActWindow({ order, change, act, onClose, ...rest }: ActWindowProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const send = async () => {
    setFailure(null);
    const { tone, text } = await change(act);
    if (tone === 'success') onClose();
    else setFailure(text);
  };
  return (
    <SendDialog
      {...rest}
      subtitle={`Pedido ${order.id}`}
      cancel="Volver"
      onSend={send}
      failure={failure !== null && <Notice tone="error">{failure}</Notice>}
      onClose={onClose}
    />
  );
}

/** Chooses which pins are made or sent again, and how many of each. */
export function ReprintWindow({ isPrinted, ...props }: ActProps & { isPrinted: boolean }) {
  const { complaint, items } = props.order;
  const isAsked = complaint?.isOpen === true;
  const [chosen, setChosen] = useState<readonly number[]>(
    isAsked ? complaint.items : items.length === 1 ? [1] : [],
  );
  const [quantities, setQuantities] = useState<readonly string[]>(() =>
    items.map(({ quantity }) => String(Math.min(quantity, MAX_REPRINTED))),
  );
  const start = isAsked ? 'Reclamo de quien compró' : '';
  const [reason, setReason] = useState(start);
  const keys = itemKeys(items);
  const body = {
    items: chosen.map((n) => ({ n, quantity: Number(quantities[n - 1]) })),
    reason: reason.trim(),
    isPrinted,
  };
  const toggle = (n: number) =>
    setChosen(items.flatMap((_, at) => ((at + 1 === n) !== chosen.includes(at + 1) ? at + 1 : [])));
  return (
    <ActWindow
      {...props}
      title={isPrinted ? 'Enviar de nuevo' : 'Hacer pines de nuevo'}
      label={isPrinted ? 'Enviar de nuevo' : 'Hacer de nuevo'}
      isTyped={reason !== start}
      problems={problemsOf(startReprint.body, body)}
      act={(target) => callAdmin(startReprint, { ...target, body })}
    >
      {(shown) => (
        <>
          <p>
            {isPrinted
              ? 'Los tienes a mano y solo salen otra vez: pasan a Por empacar.'
              : 'Pasan a Por imprimir, y la hoja lleva solo estos.'}{' '}
            Es sin costo: el total y el estado del pedido no cambian. Le avisamos por correo a quien
            compró.
          </p>
          <FieldGroup question="¿Cuáles y cuántos?" error={wrongPins(shown)}>
            {items.map((item, index) => {
              const n = index + 1;
              return (
                <div key={keys[index]} className={styles.pin}>
                  <Check checked={chosen.includes(n)} onToggle={() => toggle(n)}>
                    <PinFace src={item.thumbnailUrl} pin={item} size="small" />
                    <span dir="auto">
                      {[`Imagen ${n}`, quoteText(item)].filter(Boolean).join(' ')}
                    </span>
                  </Check>
                  {chosen.includes(n) && (
                    <input
                      className={`${fieldStyles.control} ${styles.quantity}`}
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
          </FieldGroup>
          <TextField
            label="Motivo"
            hint="Queda en el historial del pedido; quien compró no lo ve"
            error={shown.reason}
            dir="auto"
            maxLength={ADMIN_LIMITS.reason}
            value={reason}
            onType={setReason}
          />
        </>
      )}
    </ActWindow>
  );
}

/** Returns the error of the choice of pins or of a quantity. */
function wrongPins(problems: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(problems).find(([field]) => field.startsWith('items'))?.[1];
}

/** An answer to the buyer, a refund, or both; closes an open complaint. */
export function AnswerWindow({ hasRefund, ...props }: ActProps & { hasRefund: boolean }) {
  const { order } = props;
  const [today] = useState(() => dayOf(Date.now()));
  const [amount, setAmount] = useState('');
  const [on, setOn] = useState(today);
  const [words, setWords] = useState('');
  const body = {
    words: words.trim() || null,
    refund: hasRefund ? { amount: amount === '' ? Number.NaN : Number(amount), on } : null,
  };
  return (
    <ActWindow
      {...props}
      title={hasRefund ? 'Anotar una devolución' : 'Contestar el reclamo'}
      label={hasRefund ? 'Anotar devolución' : 'Enviar respuesta'}
      isTyped={words.trim() !== '' || amount !== ''}
      problems={problemsOf(answerComplaint.body, body)}
      act={(target) => callAdmin(answerComplaint, { ...target, body })}
    >
      {(shown) => (
        <>
          {hasRefund && (
            <>
              <p>
                La devolución la haces tú, en tu banco: aquí queda anotada y le avisamos a quien
                compró. El total del pedido no cambia.
              </p>
              <div className={`${styles.refund} ${fieldStyles.aligned}`}>
                <TextField
                  label="Monto devuelto, en pesos"
                  hint={`El pedido costó ${formatPesos(order.deliveryData.pricing.totalAmount)}`}
                  error={shown['refund.amount']}
                  inputMode="numeric"
                  value={amount}
                  onType={(typed) => setAmount(typed.replace(/\D/g, ''))}
                />
                <TextField
                  label="Fecha de la devolución"
                  type="date"
                  error={shown['refund.on']}
                  max={today}
                  value={on}
                  onType={setOn}
                />
              </div>
            </>
          )}
          <TextArea
            label={hasRefund ? 'Mensaje' : 'Tu respuesta'}
            isOptional={hasRefund}
            hint="La lee quien compró, en su correo y en la página del pedido"
            error={shown.words}
            rows={4}
            maxLength={ADMIN_LIMITS.reason}
            value={words}
            onType={setWords}
          />
          {order.complaint?.isOpen && (
            <p className={parts.soft}>Con esto el reclamo queda respondido.</p>
          )}
        </>
      )}
    </ActWindow>
  );
}
