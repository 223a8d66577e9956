import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdminOrder } from '#contract/orders/orders-admin.ts';
import { listAdminOrders } from '#contract/orders/orders-admin-calls.ts';
import { formatPesos } from '#domain/base/money.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { QueryFailed } from '#web/panel/Failure.tsx';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { TextField } from '#web/ui/FormFields.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import styles from './BankWindow.module.css';
import type { Offer } from './bank-lists.ts';
import { describeRow } from './bank-texts.ts';

const SETTLE_MS = 250;

type Props = {
  offer: Offer;
  /** Null: it is for no order after all. */
  onPick: (picked: Offer | null) => void;
};

/** A movement that no order fits: its order may be chosen by hand. */
export function UnmatchedRow({ offer, onPick }: Props) {
  const [isPicking, setPicking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [share] = offer.orders;
  const { amount } = offer.row;
  const subject = `${formatPesos(amount)}, ${describeRow(offer)}`;
  return (
    <li className={`stack ${styles.row}`}>
      {share ? <PaidOrder share={share} /> : <strong>{formatPesos(amount)}</strong>}
      <span className="soft" dir="auto">
        {describeRow(offer)}
      </span>
      {offer.reasons.length > 0 && <span className="soft">{offer.reasons.join('. ')}</span>}
      <div>
        {share ? (
          <SmallButton
            ref={button}
            aria-label={`Quitar el pedido: ${subject}`}
            onClick={() => onPick(null)}
          >
            Quitar
          </SmallButton>
        ) : (
          <SmallButton
            ref={button}
            aria-expanded={isPicking}
            aria-label={`Elegir pedido: ${subject}`}
            onClick={() => setPicking(!isPicking)}
          >
            Elegir pedido
          </SmallButton>
        )}
      </div>
      {isPicking && !share && (
        <OrderPicker
          onPick={({ id, amountDue, deliveryData: { fullName } }) => {
            setPicking(false);
            button.current?.focus();
            onPick({ ...offer, orders: [{ id, amount, fullName, amountDue }] });
          }}
        />
      )}
    </li>
  );
}

/** Finds an order that lacks money by its number or its buyer. */
function OrderPicker({ onPick }: { onPick: (order: AdminOrder) => void }) {
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), SETTLE_MS);
  const list = useQuery({
    queryKey: ['admin', 'unpaid-orders', q],
    queryFn: async ({ signal }) =>
      (await callAdmin(listAdminOrders, { query: { q, limit: 20, cursor: null }, signal })).orders,
    enabled: q.length > 1,
  });
  const unpaid = list.data?.filter(({ amountDue }) => amountDue > 0);
  return (
    <div className={styles.picker}>
      <TextField
        label="¿De qué pedido es?"
        hint="Número, nombre, correo o teléfono"
        value={typed}
        onType={setTyped}
      />
      <QueryFailed what="No pudimos buscar" query={list} />
      <p role="status" className="soft">
        {unpaid?.length === 0 && 'Ningún pedido por pagar calza con eso'}
      </p>
      <ul className="stack-2">
        {unpaid?.map((order) => (
          <li key={order.id}>
            <SmallButton onClick={() => onPick(order)}>
              {`${order.id}, ${order.deliveryData.fullName}: faltan ${formatPesos(order.amountDue)}`}
            </SmallButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** An order, with what a movement pays of it. */
export function PaidOrder({ share }: { share: Offer['orders'][number] }) {
  const { id, fullName, amount, amountDue } = share;
  return (
    <span className={styles.order}>
      <strong>{formatPesos(amount)}</strong> · {id}, <span dir="auto">{fullName}</span>
      {amount !== amountDue && ` (faltan ${formatPesos(amountDue)})`}
    </span>
  );
}
