import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminOrderDetail, adminOrderDetail } from '#contract/orders/orders-admin.ts';
import { readAdminOrder } from '#contract/orders/orders-admin-calls.ts';
import { Refusal } from '#web/lib/api.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { describeFailure } from '#web/panel/Failure.tsx';
import { SHOWN_MS } from '#web/ui/Flash.tsx';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { putIntoLists } from './lists.ts';

const keyOf = (id: string) => ['admin', 'order', id];

export function useOrder(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) =>
      (await callAdmin(readAdminOrder, { params: { id }, signal })).order,
  });
}

/** Puts a changed order into the cache, here and in the lists. */
function putOrder(client: QueryClient, order: AdminOrderDetail) {
  client.setQueryData(keyOf(order.id), order);
  putIntoLists(client, [order]);
}

/** The last pending change of each order, which resolves to its resulting version. */
const changing = new Map<string, Promise<number | null>>();

/** The order to change and the version that was seen. */
export type Target = { params: { id: string }; version: number };
type Changed = { message: string; order: AdminOrderDetail };
export type Outcome = { tone: 'success' | 'error'; text: string; error: unknown };

const KEPT = 'Lo que escribiste sigue aquí: revísalo y guarda de nuevo.';

/**
 * Changes one part of an order. After a conflict, the current order is shown and nothing is
 * overwritten until the admin tries again.
 * @param what the beginning of the error message, such as 'Error al guardar las notas'
 */
export function useOrderChange({ id, version }: AdminOrderDetail, what: string) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  // An error stays until the next attempt.
  useTimeout(outcome?.tone === 'success', SHOWN_MS, () => setOutcome(null));

  const conclude = (next: Outcome): Outcome => {
    setOutcome(next);
    return next;
  };

  const fail = (error: unknown, hint = 'Revísalo e intenta de nuevo.'): Outcome => {
    const isChanged = error instanceof Refusal && error.code === 'order_changed';
    const fresh = isChanged ? adminOrderDetail.safeParse(error.order).data : undefined;
    if (fresh) putOrder(client, fresh);
    else void client.invalidateQueries({ queryKey: keyOf(id) });
    const text = isChanged ? `${error.message}. ${hint}` : describeFailure(what, error);
    return conclude({ tone: 'error', text, error });
  };

  const change = async (send: (target: Target) => Promise<Changed>): Promise<Outcome> => {
    setBusy(true);
    setOutcome(null);
    // A change just saved in another part of this window is no conflict.
    const saving = (changing.get(id) ?? Promise.resolve(null)).then((own) =>
      send({ params: { id }, version: own ?? version }),
    );
    const next = saving.then(
      ({ order }) => order.version,
      () => null,
    );
    changing.set(id, next);
    try {
      const { message, order } = await saving;
      putOrder(client, order);
      return conclude({ tone: 'success', text: message, error: null });
    } catch (error) {
      return fail(error, KEPT);
    } finally {
      if (changing.get(id) === next) changing.delete(id);
      setBusy(false);
    }
  };
  return { isBusy, outcome, change, fail };
}
export type ChangeOrder = ReturnType<typeof useOrderChange>['change'];

/** What a window needs that changes an order and then closes. */
export type ActProps = { order: AdminOrderDetail; change: ChangeOrder; onClose: () => void };

/** Changes an order as `change` does, and throws the text of a failure for a form to show. */
export async function changeOrThrow(change: ChangeOrder, ...args: Parameters<ChangeOrder>) {
  const { tone, text } = await change(...args);
  if (tone === 'error') throw new Error(text);
}
