import { useState } from 'react';
import { ADMIN_LIMITS, type AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { editInternalNotes, editOrderNotes } from '#contract/orders/orders-admin-calls.ts';
import { DELIVERY_LIMITS } from '#domain/delivery/delivery.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import styles from '#web/panel/order/Order.module.css';
import { afterSending } from '#web/panel/order/order-texts.ts';
import { Part } from '#web/panel/order/Part.tsx';
import { useOrderChange } from '#web/panel/order/queries.ts';
import parts from '#web/panel/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Form, TextArea } from '#web/ui/FormFields.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';

/** The notes that the buyer sees, the buyer's original ones if changed, and the internal ones. */
export function NotesPart({ order }: { order: AdminOrderDetail }) {
  const { buyerNotes } = order;
  const shared = useOrderChange(order, 'Error al guardar las notas');
  const internal = useOrderChange(order, 'Error al guardar la nota interna');
  const saveShared = async (notes: string | null) => {
    const { tone } = await shared.change((target) =>
      callAdmin(editOrderNotes, { ...target, body: { notes } }),
    );
    return tone === 'success';
  };
  const saveInternal = async (internalNotes: string | null) => {
    const { tone } = await internal.change((target) =>
      callAdmin(editInternalNotes, { ...target, body: { internalNotes } }),
    );
    return tone === 'success';
  };
  return (
    <>
      <Part title="Notas" brief={order.notes ?? '–'} outcome={shared.outcome}>
        <NotesForm
          label="Notas del pedido"
          hint="La ve quien compró"
          button="Guardar notas"
          saved={order.notes ?? ''}
          maxLength={DELIVERY_LIMITS.notes}
          isBusy={shared.isBusy}
          save={saveShared}
        />
        {buyerNotes && (
          <p className={styles.words} dir="auto">
            Quien compró escribió: <q>{buyerNotes}</q>
          </p>
        )}
      </Part>
      <Part title="Nota interna" brief={order.internalNotes ?? '–'} outcome={internal.outcome}>
        <NotesForm
          label="Nota interna, solo la tienda"
          hint="No sale en la página, los correos ni los papeles de quien compró"
          button="Guardar nota interna"
          saved={order.internalNotes ?? ''}
          maxLength={ADMIN_LIMITS.internalNotes}
          isBusy={internal.isBusy}
          save={saveInternal}
        />
      </Part>
    </>
  );
}

type FormProps = {
  label: string;
  hint: string;
  button: string;
  saved: string;
  maxLength: number;
  isBusy: boolean;
  /** Resolves to true if the shop has saved it. */
  save: (text: string | null) => Promise<boolean>;
};

/** A text to edit. Typed text is kept when the order changes meanwhile. */
function NotesForm({ label, hint, button, saved, maxLength, isBusy, save }: FormProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [basis, setBasis] = useState(saved);
  const isTyped = typed !== null && typed !== saved;
  useUnsaved(isTyped);
  const isOvertaken = typed !== null && basis !== saved;
  const send = async () => {
    const text = typed?.trim() || null;
    if (!(await save(text))) return;
    setTyped(afterSending(typed, null));
    setBasis(text ?? '');
  };
  return (
    <Form className={styles.part} onSend={send}>
      <TextArea
        label={label}
        hint={hint}
        rows={4}
        maxLength={maxLength}
        value={typed ?? saved}
        onType={(text) => {
          if (typed === null) setBasis(saved);
          setTyped(text);
        }}
      />
      {isOvertaken && (
        <p className={parts.soft} dir="auto">
          Ahora dice: {saved || '(sin notas)'}
        </p>
      )}
      <div className={styles.row}>
        <Button type="submit" variant="secondary" busy={isBusy} disabled={!isTyped}>
          {button}
        </Button>
      </div>
    </Form>
  );
}
