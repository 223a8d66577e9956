import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { formatDateTime } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { atPickup, describeDestination, isPickedUp } from '#domain/delivery/way-texts.ts';
import { reachedStep, stepLabel } from '#domain/orders/order-stage.ts';
import { isVoid } from '#domain/orders/status.ts';
import type { Account } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { fillPath } from '#web/lib/fill-path.ts';
import { newKey } from '#web/lib/new-key.ts';
import { listShownOrders, type ShownOrder } from '#web/lib/shown-order.ts';
import { StatusBadge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadState } from '#web/ui/LoadState.tsx';
import orderCardStyles from './history/OrderCard.module.css';
import { OrderDetail } from './history/OrderDetail.tsx';
import { OrderPin } from './history/OrderPin.tsx';
import { type Begun, RepeatDialog } from './history/RepeatDialog.tsx';
import styles from './OrderHistory.module.css';

export function OrderHistory({ account }: { account: Account }) {
  const client = useQueryClient();
  const list = useOrders(account);
  const orders = list.data?.pages.flatMap((page) => page.orders);
  const { place, expectMore } = useFocusOnNew(orders?.length ?? 0);
  if (!orders) return <LoadState query={list} lines={3} height="7rem" />;
  if (orders.length === 0) {
    return (
      <EmptyState art="envelope">
        No tienes pedidos aun. Haz tu primer pedido de pines personalizados!
      </EmptyState>
    );
  }
  const showMore = () => {
    expectMore();
    void list.fetchNextPage();
  };
  return (
    <>
      <ul ref={place} className="stack-3">
        {orders.map((order) => (
          <OrderCard
            key={order.id}
            order={order}
            onChanged={() => void refreshOrders(client, account)}
            onRepeated={() => void reloadOrders(client, account)}
          />
        ))}
      </ul>
      <LoadState query={list} lines={0} {...(list.isFetchNextPageError && { onRetry: showMore })} />
      {list.hasNextPage && !(list.error && !list.isFetching) && (
        <div className={styles.more}>
          <Button variant="secondary" busy={list.isFetchingNextPage} onClick={showMore}>
            {list.isFetchingNextPage ? 'Cargando...' : 'Ver más pedidos'}
          </Button>
        </div>
      )}
    </>
  );
}

/** Focuses the first order of a new page, since the button that loaded it moves or disappears. */
function useFocusOnNew(count: number) {
  const place = useRef<HTMLUListElement>(null);
  const [awaited, setAwaited] = useState<number | null>(null);
  useEffect(() => {
    if (awaited === null || count <= awaited) return;
    place.current?.children[awaited]?.querySelector('button')?.focus();
    setAwaited(null);
  }, [awaited, count]);
  return { place, expectMore: () => setAwaited(count) };
}

const ordersKey = ({ uid }: Account) => ['orders', uid];

function useOrders(account: Account) {
  return useInfiniteQuery({
    queryKey: ordersKey(account),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) => {
      const path = fillPath(listShownOrders.path, {}, { cursor });
      return callApi({ ...listShownOrders, path }, { signal });
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Reads all shown orders again. */
async function refreshOrders(client: QueryClient, account: Account): Promise<void> {
  await client.invalidateQueries({ queryKey: ordersKey(account) });
}

/** Reads the orders again from the newest on, with the first page only. */
async function reloadOrders(client: QueryClient, account: Account): Promise<void> {
  const queryKey = ordersKey(account);
  client.setQueryData<InfiniteData<unknown>>(queryKey, (now) =>
    now ? { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) } : now,
  );
  await client.invalidateQueries({ queryKey });
}

type Props = {
  order: ShownOrder;
  /** The order has changed. */
  onChanged: () => void;
  onRepeated: () => void;
};

/** An order of the history; a click anywhere on it opens its detail. */
function OrderCard({ order, onChanged, onRepeated }: Props) {
  const [open, setOpen] = useState<'detail' | 'repeat' | null>(null);
  const [begun, setBegun] = useState<Begun | null>(null);
  // Kept when the window closes: without a response, the order may have been placed.
  const [orderKey, setOrderKey] = useState(newKey);
  const renewKey = () => setOrderKey(newKey());
  const { pricing, notes } = order.deliveryData;
  const { imagesCount } = pricing;
  const isRepeatable = order.items.length > 0;
  const step = isVoid(order.status) ? null : reachedStep(order.progress?.steps ?? []);
  const close = (left: Begun | null = null) => {
    setBegun(left);
    setOpen(null);
  };
  const repeated = () => {
    close();
    renewKey();
    onRepeated();
  };
  return (
    <li className={`box ${orderCardStyles.card}`}>
      <OrderPin item={order.items[0]} />
      <div className={`stack-1 ${orderCardStyles.head}`}>
        <h3 className={orderCardStyles.title}>
          <button
            type="button"
            className={`plain ${orderCardStyles.open}`}
            onClick={() => setOpen('detail')}
          >
            Pedido <span className={orderCardStyles.id}>{order.id}</span>
          </button>
        </h3>
        <p className={`row soft ${orderCardStyles.when}`}>
          {step && <strong>{stepLabel(step, { isPickedUp: isPickedUp(order) })}</strong>}{' '}
          <StatusBadge status={order.status} /> {formatDateTime(order.createdAt)}
        </p>
      </div>
      <div className={`stack-1 ${orderCardStyles.text}`}>
        <p>
          {order.items.length === 0 ? (
            'Faltan tus imágenes'
          ) : (
            <>
              {imagesCount === 1 ? '1 imagen' : `${imagesCount || 'N/A'} imágenes`} ·{' '}
              <strong>{formatPesos(pricing.totalAmount)}</strong>
            </>
          )}
        </p>
        <p dir="auto">{describePlace(order)}</p>
        {notes && (
          <p className={`clamped ${orderCardStyles.soft}`} dir="auto">
            Notas: {notes}
          </p>
        )}
      </div>
      {isRepeatable && (
        <Button
          variant="secondary"
          className={orderCardStyles.repeat}
          onClick={() => setOpen('repeat')}
        >
          Repetir pedido
        </Button>
      )}
      {open === 'detail' && (
        <OrderDialog order={order} onChanged={onChanged} onClose={() => setOpen(null)} />
      )}
      {open === 'repeat' && (
        <RepeatDialog
          order={order}
          orderKey={orderKey}
          onTaken={renewKey}
          begun={begun}
          onBack={close}
          onClose={() => close()}
          onDone={repeated}
        />
      )}
    </li>
  );
}

/** Returns an order's destination, or where its buyer picks it up. */
function describePlace({ deliveryData, pickup }: ShownOrder): string {
  const order = { deliveryData, pickup, city: deliveryData.city };
  if (isPickedUp(order)) return `Retiro${atPickup(order) || ' en la tienda'}`;
  return [deliveryData.address, describeDestination(order)].filter(Boolean).join(', ');
}

type OrderDialogProps = { order: ShownOrder; onChanged: () => void; onClose: () => void };

function OrderDialog({ order, onChanged, onClose }: OrderDialogProps) {
  // A phone paints what is in its window first.
  const isWhole = useDeferredValue(true, false);
  return (
    <Dialog title="Detalle del Pedido" onClose={onClose}>
      <OrderDetail {...{ order, onChanged, isWhole }} onUpdated={onChanged} />
    </Dialog>
  );
}
