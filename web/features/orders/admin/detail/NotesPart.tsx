import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { editOrderNotes } from '#contract/orders-admin-calls.ts';
import { DELIVERY_LIMITS } from '#domain/delivery.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { afterSending } from './after-sending.ts';
import styles from './Order.module.css';
import { Part } from './Part.tsx';
import { useOrderChange } from './queries.ts';

/** The order's notes. What is typed stays while the order changes beneath it. */
export function NotesPart({ order }: { order: AdminOrderDetail }) {
  const saved = order.notes ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const [basis, setBasis] = useState(saved);
  const { isBusy, outcome, change } = useOrderChange(order, 'Error al guardar las notas');
  const save = async () => {
    const body = { notes: typed?.trim() || null };
    const { tone } = await change((target) => callAdmin(editOrderNotes, { ...target, body }));
    if (tone === 'error') return;
    setTyped(afterSending(typed, null));
    setBasis(body.notes ?? '');
  };
  const isTyped = typed !== null && typed !== saved;
  useUnsaved(isTyped);
  const isOvertaken = typed !== null && basis !== saved;
  return (
    <Part title="Notas" outcome={outcome}>
      <form
        className={styles.part}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label="Notas del pedido">
          {(input) => (
            <textarea
              {...input}
              dir="auto"
              rows={4}
              maxLength={DELIVERY_LIMITS.notes}
              value={typed ?? saved}
              onChange={({ target }) => {
                if (typed === null) setBasis(saved);
                setTyped(target.value);
              }}
            />
          )}
        </Field>
        {isOvertaken && (
          <p className={parts.soft} dir="auto">
            Ahora dice: {saved || '(sin notas)'}
          </p>
        )}
        <div className={styles.row}>
          <Button type="submit" variant="secondary" busy={isBusy} disabled={!isTyped}>
            Guardar notas
          </Button>
        </div>
      </form>
    </Part>
  );
}
