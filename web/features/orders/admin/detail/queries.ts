import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AdminOrderDetail, adminOrderDetail } from '#contract/orders-admin.ts';
import { readAdminOrder } from '#contract/orders-admin-calls.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { describeFailure } from '#web/features/admin/Failure.tsx';
import { Refusal } from '#web/lib/api.ts';
import { SHOWN_MS } from '#web/ui/Flash.tsx';
import { putIntoLists } from '../list/queries.ts';

const keyOf = (id: string) => ['admin', 'order', id];

export function useOrder(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) =>
      (await callAdmin(readAdminOrder, { params: { id }, signal })).order,
  });
}

/** Shows an order as the shop now has it, here and in the lists. */
function putOrder(client: QueryClient, order: AdminOrderDetail) {
  client.setQueryData(keyOf(order.id), order);
  putIntoLists(client, [order]);
}

/** The last change of each order that is on its way from here, and the version that it leads to. */
const changing = new Map<string, Promise<number | null>>();

/** Which order a change is meant for, in the state in which it was seen. */
type Target = { params: { id: string }; version: number };
type Changed = { message: string; order: AdminOrderDetail };
export type Outcome = { tone: 'success' | 'error'; text: string; error: unknown };

const KEPT = 'Lo que escribiste sigue aquí: revísalo y guarda de nuevo.';

/**
 * Changes one part of an order. When somebody else was faster, the order as they left it shows
 * and nothing is overwritten until the admin says so again.
 * @param what what a failure begins with, such as 'Error al guardar las notas'
 */
export function useOrderChange({ id, version }: AdminOrderDetail, what: string) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  // A failure stays until the next attempt.
  const hasSucceeded = outcome?.tone === 'success';
  useEffect(() => {
    if (!hasSucceeded) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [hasSucceeded]);

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
    // What was saved a moment ago in another part of the window is nobody else's change.
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
