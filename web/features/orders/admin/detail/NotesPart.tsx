import { ADMIN_LIMITS, type AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { editInternalNotes, editOrderNotes } from '#contract/orders/orders-admin-calls.ts';
import { DELIVERY_LIMITS } from '#domain/delivery/delivery.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { NotesForm } from '#web/panel/order/NotesForm.tsx';
import styles from '#web/panel/order/Order.module.css';
import { Part } from '#web/panel/order/Part.tsx';
import { useOrderChange } from '#web/panel/order/queries.ts';

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
      <Part
        title="Notas"
        brief={order.notes ?? '–'}
        isEmpty={!order.notes && !buyerNotes}
        outcome={shared.outcome}
      >
        <NotesForm
          label="Notas del pedido"
          hint="Las ve quien compró"
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
      <Part
        title="Nota interna"
        brief={order.internalNotes ?? '–'}
        isEmpty={!order.internalNotes}
        outcome={internal.outcome}
      >
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
