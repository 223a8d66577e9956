import { memo } from 'react';
import type { AdminOrder } from '#contract/orders/orders-admin.ts';
import { dayOf, formatDateTime } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { regionName } from '#domain/delivery/regions.ts';
import { goesToOffice, isPickedUp, officeName } from '#domain/delivery/way-texts.ts';
import { STAGES } from '#domain/orders/order-stage.ts';
import { isOverdue } from '#domain/payments/unpaid.ts';
import { describeKinds } from '#domain/pins/choice.ts';
import { OrderNumber } from '#web/features/orders/admin/OrderNumber.tsx';
import { isRefunded } from '#web/features/payments/refund-texts.ts';
import { QueryState } from '#web/panel/Failure.tsx';
import { More } from '#web/panel/More.tsx';
import { NotesMark } from '#web/panel/NotesMark.tsx';
import { OrderRowHead } from '#web/panel/OrderRowHead.tsx';
import { emailOf, isOrdered, typeOf } from '#web/panel/order/order-texts.ts';
import rows from '#web/panel/Rows.module.css';
import { Badge, type BadgeTone, StatusBadge } from '#web/ui/Badge.tsx';
import { breakable } from '#web/ui/breakable.tsx';
import { Check } from '#web/ui/Check.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import styles from './OrderList.module.css';
import type { useOrderList } from './queries.ts';

const FAILED = 'Error al cargar los datos de administracion';
const COLUMNS = 'Pedido Cliente Teléfono Dirección Imágenes Notas Total Estado'.split(' ');

type Props = {
  list: ReturnType<typeof useOrderList>;
  orders: readonly AdminOrder[];
  isNarrowed: boolean;
  /** Whether the results for the typed text are still loading. */
  isSettling: boolean;
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
  /** The order that is open. */
  open: string | null;
  onOpen: (id: string) => void;
};

export function OrderList(props: Props) {
  const { list, orders, isNarrowed, isSettling, chosen, onChoose, open, onOpen } = props;
  const state = (!list.data || list.error) && (
    <QueryState what={FAILED} query={list} lines={8} height="2.75rem" />
  );
  if (orders.length === 0) {
    const text = isNarrowed
      ? 'Ningún pedido coincide con lo que buscas'
      : 'No hay ordenes registradas aun';
    return state || <EmptyState art="cards">{text}</EmptyState>;
  }
  const all = orders.map(({ id }) => id);
  const hasKinds = orders.some(({ items }) => describeKinds(items) !== null);
  return (
    <>
      {state}
      <div className={hasKinds ? styles.mixed : undefined}>
        <div className={styles.heads}>
          <Check
            checked={all.every((id) => chosen.has(id))}
            onToggle={(isChosen) => onChoose(all, isChosen)}
          >
            <span className={styles.allText}>
              {orders.length === 1
                ? 'Seleccionar el pedido que se ve'
                : `Seleccionar los ${orders.length} pedidos que se ven`}
            </span>
          </Check>
          {COLUMNS.map((name) => (
            <span key={name} className={styles.column} aria-hidden="true">
              {name}
            </span>
          ))}
        </div>
        {/* The rows of another search are others: none moves to a new place. */}
        <ul
          key={JSON.stringify(list.data?.pages[0]?.filter)}
          aria-label="Pedidos"
          aria-busy={isSettling}
          className={styles.orders}
        >
          {orders.map((order) => (
            <OrderRow
              key={order.id}
              order={order}
              isChosen={chosen.has(order.id)}
              isOpen={order.id === open}
              onChoose={onChoose}
              onOpen={onOpen}
            />
          ))}
        </ul>
      </div>
      <More list={list} what={FAILED} />
    </>
  );
}

type OrderRowProps = Pick<Props, 'onChoose' | 'onOpen'> & {
  order: AdminOrder;
  isChosen: boolean;
  isOpen: boolean;
};

const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { order, isChosen, isOpen, onChoose, onOpen } = props;
  const { id, deliveryData } = order;
  const paid = describePaid(order);
  const { pricing } = deliveryData;
  const kinds = describeKinds(order.items);
  const notes = listNotes(order);
  const isEmpty = pricing.imagesCount === 0;
  return (
    <li
      className={`${rows.row} ${styles.order}`}
      data-chosen={isChosen || undefined}
      data-kinds={kinds ? '' : undefined}
      aria-current={isOpen || undefined}
    >
      <OrderRowHead
        id={id}
        number={<OrderNumber id={id} status={order.status} />}
        choice={{ isChosen, onChoose: (isNow) => onChoose([id], isNow) }}
        onOpen={() => onOpen(id)}
        className={styles.head}
      >
        <span className={styles.date}>{formatDateTime(order.createdAt)}</span>
        <div className={styles.state}>
          <StatusBadge status={order.status} />
          {!isOrdered(order) && <Badge tone="quiet">Cotización</Badge>}
          {paid && <Badge tone={paid.tone}>{paid.text}</Badge>}
          {isOverdue(order.payBy, dayOf(Date.now())) && <Badge tone="bad">Vencido</Badge>}
        </div>
        <strong className={styles.total}>
          {isEmpty && pricing.totalAmount === 0 ? '–' : formatPesos(pricing.totalAmount)}
        </strong>
      </OrderRowHead>
      <div className={styles.who}>
        <Facts
          facts={[
            ['Cliente', deliveryData.fullName],
            ['Email', breakable(emailOf(order))],
          ]}
        />
      </div>
      <div className={styles.facts}>
        <Facts
          facts={[
            ['Teléfono', deliveryData.phone || '–'],
            ['Tipo', typeOf(order)],
          ]}
        />
      </div>
      <div className={`${styles.facts} ${styles.place}`}>
        <Facts facts={placeFacts(order)} />
      </div>
      <div className={`${styles.facts} ${styles.named}`}>
        <Facts facts={[['Imágenes', isEmpty ? 'Faltan' : String(pricing.imagesCount)]]} />
      </div>
      {kinds && (
        <div className={`${styles.facts} ${styles.kinds}`} title={kinds}>
          <Facts facts={[['Pines', kinds]]} />
        </div>
      )}
      <div className={`${styles.facts} ${styles.named} ${styles.notes}`}>
        <Facts facts={[['Notas', deliveryData.notes || (notes.length > 0 ? null : '–')]]} />
        <NotesMark orderId={id} notes={notes} />
      </div>
    </li>
  );
});

function listNotes({ items }: AdminOrder) {
  return items.flatMap(({ notes }, at) => (notes ? [{ n: at + 1, words: notes }] : []));
}

/** Returns what of the order's price was paid; null: nothing that counts. */
function describePaid(order: AdminOrder): { tone: BadgeTone; text: string } | null {
  if (!order.payment && !order.deposit?.isPaid) return null;
  if (isRefunded(order)) return { tone: 'quiet', text: 'Devuelto' };
  if (order.amountDue > 0) return { tone: 'wait', text: STAGES.balance.label };
  return { tone: 'good', text: 'Pagado' };
}

/** Returns the destination; none for an order that is picked up. */
function placeFacts(order: AdminOrder): [name: string, text: string][] {
  const { address, city, region } = order.deliveryData;
  if (isPickedUp(order)) return [['Entrega', 'Retiro en la tienda']];
  const office = goesToOffice(order) ? officeName(order) : null;
  const facts: [name: string, text: string][] = [
    office === null ? ['Dirección', address] : ['Oficina', office],
    ['Ciudad', city],
    ['Región', regionName(region)],
  ];
  // An order that the shop opened may have none of them yet.
  const known = facts.filter(([, text]) => text !== '');
  return known.length > 0 ? known : [['Dirección', '–']];
}
