import { type ComponentProps, useState } from 'react';
import { answerComplaint, startReprint } from '#contract/aftersales/complaints-admin.ts';
import { problemsOf } from '#contract/base/rules.ts';
import { ADMIN_LIMITS } from '#contract/orders/orders-admin.ts';
import { dayOf } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { tellsBuyer } from '#domain/orders/mailbox.ts';
import { REFUND_DAYS } from '#domain/payments/refunds.ts';
import { quoteText } from '#domain/pins/choice.ts';
import { readWhole } from '#web/lib/decimals.ts';
import { itemKeys } from '#web/lib/item-keys.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { type ActProps, changeOrThrow } from '#web/panel/order/queries.ts';
import { Check } from '#web/ui/Check.tsx';
import fieldStyles from '#web/ui/Field.module.css';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { TextArea, TextField } from '#web/ui/FormFields.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useForm } from '#web/ui/use-form.ts';
import styles from './Complaint.module.css';

type ActWindowProps = Pick<ActProps, 'order'> &
  Omit<ComponentProps<typeof SendDialog>, 'subtitle' | 'cancel'>;

function ActWindow({ order, ...rest }: ActWindowProps) {
  return <SendDialog {...rest} subtitle={`Pedido ${order.id}`} cancel="Volver" />;
}

type ReprintProps = ActProps & { isPrinted: boolean };
type Chosen = { items: readonly number[]; quantities: readonly string[]; reason: string };

/** Chooses which pins are made or sent again, and how many of each. */
export function ReprintWindow({ isPrinted, order, change, onClose }: ReprintProps) {
  const { complaint, items: pins } = order;
  const isAsked = complaint?.isOpen === true;
  const initial: Chosen = {
    items: isAsked ? complaint.items : pins.length === 1 ? [1] : [],
    quantities: pins.map(({ quantity }) => String(quantity)),
    reason: isAsked ? 'Reclamo de quien compró' : '',
  };
  const toBody = ({ items, quantities, reason }: Chosen) => ({
    items: items.map((n) => ({ n, quantity: readWhole(quantities[n - 1] ?? '') })),
    reason: reason.trim(),
    isPrinted,
  });
  const form = useForm({
    initial,
    check: (values) => problemsOf(startReprint.body, toBody(values)),
    send: async (values) => {
      const body = toBody(values);
      await changeOrThrow(change, (target) => callAdmin(startReprint, { ...target, body }));
      onClose();
    },
  });
  const { items: chosen, quantities } = form.values;
  const keys = itemKeys(pins);
  const toggle = (n: number) =>
    form.edit({
      items: pins.flatMap((_, at) => ((at + 1 === n) !== chosen.includes(at + 1) ? at + 1 : [])),
    });
  return (
    <ActWindow
      {...{ order, form, onClose }}
      title={isPrinted ? 'Enviar de nuevo' : 'Hacer pines de nuevo'}
      label={isPrinted ? 'Enviar de nuevo' : 'Hacer de nuevo'}
      isTyped={form.values.reason !== initial.reason}
    >
      <p>
        {isPrinted
          ? 'Los tienes a mano y solo salen otra vez: pasan a Por empacar.'
          : 'Pasan a Por imprimir, y la hoja lleva solo estos.'}{' '}
        Es sin costo: el total y el estado del pedido no cambian. {tellsBuyer(order)}
      </p>
      <FieldGroup question="¿Cuáles y cuántos?" error={form.problem('items')}>
        {pins.map((item, index) => {
          const n = index + 1;
          return (
            <div key={keys[index]} className={`row ${styles.pin}`}>
              <Check checked={chosen.includes(n)} onToggle={() => toggle(n)}>
                <PinFace src={item.thumbnailUrl} pin={item} size="small" />
                <span dir="auto">{[`Imagen ${n}`, quoteText(item)].filter(Boolean).join(' ')}</span>
              </Check>
              {chosen.includes(n) && (
                <input
                  className={`${fieldStyles.control} ${styles.quantity}`}
                  inputMode="numeric"
                  aria-label={`Cuántos de la imagen ${n}`}
                  value={quantities[index]}
                  onChange={({ target }) =>
                    form.edit({ quantities: quantities.with(index, target.value) })
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
        dir="auto"
        maxLength={ADMIN_LIMITS.reason}
        {...form.field('reason')}
      />
    </ActWindow>
  );
}

type AnswerProps = ActProps & { hasRefund: boolean };
type Answer = { amount: string; on: string; words: string; isDone: boolean };

/** An answer to the buyer, a refund, or both; closes an open complaint. */
export function AnswerWindow({ hasRefund, order, change, onClose }: AnswerProps) {
  const [today] = useState(() => dayOf(Date.now()));
  const toBody = ({ amount, on, words, isDone }: Answer) => ({
    words: words.trim() || null,
    refund: hasRefund ? { amount: readWhole(amount), ...(isDone ? { on } : {}) } : null,
  });
  const form = useForm({
    initial: { amount: '', on: today, words: '', isDone: true },
    check: (values) => problemsOf(answerComplaint.body, toBody(values)),
    send: async (values) => {
      const body = toBody(values);
      await changeOrThrow(change, (target) => callAdmin(answerComplaint, { ...target, body }));
      onClose();
    },
  });
  const { amount, words, isDone } = form.values;
  return (
    <ActWindow
      {...{ order, form, onClose }}
      title={hasRefund ? 'Anotar una devolución' : 'Contestar el reclamo'}
      label={hasRefund ? 'Anotar devolución' : 'Enviar respuesta'}
      isTyped={words.trim() !== '' || amount !== ''}
    >
      {hasRefund && (
        <>
          <p>
            La devolución la haces tú, en tu banco: aquí queda anotada y le avisamos a quien compró.
            El total del pedido no cambia.
          </p>
          <Check checked={isDone} onToggle={(on) => form.edit({ isDone: on })}>
            Ya la hice
          </Check>
          {!isDone && (
            <p className="soft">
              Le prometemos la devolución en {REFUND_DAYS} días a más tardar. Queda en «Hoy», en
              «Devoluciones».
            </p>
          )}
          <div className={`${styles.refund} ${fieldStyles.aligned}`}>
            <TextField
              label={isDone ? 'Monto devuelto, en pesos' : 'Monto a devolver, en pesos'}
              hint={`El pedido costó ${formatPesos(order.deliveryData.pricing.totalAmount)}`}
              inputMode="numeric"
              {...form.field('amount')}
            />
            {isDone && (
              <TextField
                label="Fecha de la devolución"
                type="date"
                max={today}
                {...form.field('on')}
              />
            )}
          </div>
        </>
      )}
      <TextArea
        label={hasRefund ? 'Mensaje' : 'Tu respuesta'}
        isOptional={hasRefund}
        hint="Para quien compró, en su correo y en la página del pedido"
        rows={4}
        maxLength={ADMIN_LIMITS.reason}
        {...form.field('words')}
      />
      {order.complaint?.isOpen && <p className="soft">Con esto el reclamo queda respondido.</p>}
    </ActWindow>
  );
}
