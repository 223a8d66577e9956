import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Buyer, editBuyerNotes, readBuyer } from '#contract/buyers/buyers.ts';
import { ADMIN_LIMITS } from '#contract/orders/orders-admin.ts';
import { panelOrderUrl } from '#contract/orders/panel-order-url.ts';
import { formatDate } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { Failed, QueryState } from '#web/panel/Failure.tsx';
import { NotesForm } from '#web/panel/order/NotesForm.tsx';
import { StatusBadge } from '#web/ui/Badge.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Flash, useFlash } from '#web/ui/Flash.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { useTask } from '#web/ui/use-task.ts';
import styles from './BuyerWindow.module.css';

type Props = { orderId: string; onClose: () => void };

/** The person behind an order: the orders with the same account, e-mail or phone, and notes. */
export function BuyerWindow({ orderId, onClose }: Props) {
  const client = useQueryClient();
  const [flash, showFlash] = useFlash();
  const queryKey = ['admin', 'buyer', orderId];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await callAdmin(readBuyer, { query: { orderId }, signal })).buyer,
  });
  const saving = useTask(async (notes: string | null) => {
    const answer = await callAdmin(editBuyerNotes, { body: { orderId, notes } });
    client.setQueryData(queryKey, answer.buyer);
    showFlash('success', 'Nota guardada');
  });
  const { data: buyer } = query;
  return (
    <FormDialog
      title={buyer?.fullName ?? 'Quien compró'}
      subtitle="Sus pedidos con la misma cuenta, el mismo correo o el mismo teléfono"
      onClose={onClose}
    >
      <QueryState what="Error al cargar a esta persona" query={query} lines={3} />
      {buyer && (
        <div className={styles.buyer}>
          <Facts
            variant="tiles"
            facts={[
              ['Pedidos', buyer.orders.filter(({ isQuote }) => !isQuote).length],
              ['En total', formatPesos(buyer.total)],
              ['Correo', buyer.email],
              ['Teléfono', buyer.phone || null],
            ]}
          />
          <NotesForm
            label="Nota sobre la persona, solo la tienda"
            hint="Se borra junto con sus datos"
            button="Guardar nota"
            saved={buyer.notes ?? ''}
            maxLength={ADMIN_LIMITS.internalNotes}
            isBusy={saving.isBusy}
            save={saving.run}
          />
          <Flash flash={flash} />
          <Failed what="Error al guardar la nota" error={saving.error} />
          <BuyerOrders buyer={buyer} openId={orderId} />
          <Complaints buyer={buyer} />
        </div>
      )}
    </FormDialog>
  );
}

function BuyerOrders({ buyer: { fullName, orders }, openId }: { buyer: Buyer; openId: string }) {
  return (
    <section aria-label="Pedidos de esta persona">
      <h3>Pedidos</h3>
      <ul className="stack">
        {orders.map((order) => (
          <li
            key={order.id}
            className={`row ${styles.order}`}
            aria-current={order.id === openId || undefined}
          >
            <span className={styles.id}>
              {order.id === openId ? (
                <strong>{order.id}</strong>
              ) : (
                <a href={panelOrderUrl('', order.id)}>{order.id}</a>
              )}
            </span>
            <StatusBadge status={order.status} />
            <span className={styles.sum}>{formatPesos(order.totalAmount)}</span>
            <span className={`soft ${styles.about}`} dir="auto">
              {order.isQuote && 'Cotización · '}
              {formatDate(order.createdAt)}
              {order.pins > 0 && ` · ${order.pins === 1 ? '1 pin' : `${order.pins} pines`}`}
              {order.amountDue > 0 && ` · faltan ${formatPesos(order.amountDue)}`}
              {order.fullName !== fullName && ` · a nombre de ${order.fullName}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Complaints({ buyer: { complaints } }: { buyer: Buyer }) {
  if (complaints.length === 0) return null;
  return (
    <section aria-label="Reclamos de esta persona">
      <h3>Reclamos</h3>
      <ul className="stack">
        {complaints.map(({ orderId, at, words, isOpen, answer }) => (
          <li key={`${orderId} ${at}`} className={`row ${styles.order}`}>
            <span className={styles.about} dir="auto">
              {words === null ? 'Sin palabras' : <q>{words}</q>}
            </span>
            <span className={`soft ${styles.about}`} dir="auto">
              {orderId} · {formatDate(at)} · {isOpen ? 'sin responder' : (answer ?? 'respondido')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
