import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { createOrder } from '#contract/orders.ts';
import { findPriceChanges, type PriceChange } from '#domain/price-change.ts';
import { CONNECTION_LOST, callApi, LostAnswer, Refusal } from '#web/lib/api.ts';
import { pageConfig, refreshConfig } from '#web/lib/config.ts';
import { withLock } from '#web/ui/lock.ts';
import { describeOrderFailure } from '../../describe-order-failure.ts';
import type { Draft, SentOrder } from '../draft/draft.ts';
import type { OrderSession } from '../session.ts';
import { ALL_KEPT } from '../texts.ts';
import { finishUploads } from './finish-uploads.ts';
import { priceDraft, pricingBasis } from './order-body.ts';
import { type Phase, type Placing, placeOrder } from './place-order.ts';

/** The device itself says that it has no connection: repeating the call now is pointless. */
const isOffline = (error: unknown) => error instanceof LostAnswer && !navigator.onLine;
/** A phase stands at least this long, so that it can be read. */
const LEGIBLE_MS = 600;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function describe(error: Error): string {
  if (error.message === CONNECTION_LOST) return `${CONNECTION_LOST} ${ALL_KEPT}`;
  return describeOrderFailure(error);
}

/** What the shop's refusal changes in the draft, so that confirming again can succeed. */
function learn(session: OrderSession, error: Refusal) {
  const { store } = session;
  if (error.code === 'orders_closed') void refreshConfig();
  if (error.code === 'discount_unavailable') void store.write({ discount: null, agreed: null });
  if (error.pricing && error.code === 'price_changed') {
    const basis = pricingBasis(store.get(), pageConfig.get().prices);
    void store.write({ agreed: { basis, pricing: error.pricing } });
  }
}

/** What the shop's price has of other figures than the one that the buyer saw. */
function changesOf({ store }: OrderSession, { code, pricing }: Refusal): PriceChange[] {
  if (code !== 'price_changed' || !pricing) return [];
  return findPriceChanges(priceDraft(store.get(), pageConfig.get().prices), pricing);
}

/** Sends an order under its key. @returns what its buyer should note @throws Refusal, LostAnswer */
async function sendOrder(key: string, body: string): Promise<SentOrder> {
  const { order } = await callApi(createOrder, { body, headers: { 'Idempotency-Key': key } });
  const { id, userEmail, howToPay, deliveryData } = order;
  const { email, pricing } = deliveryData;
  return {
    ...{ id, total: pricing.totalAmount, email: email ?? userEmail ?? undefined },
    howToPay: howToPay ?? undefined,
  };
}

/** Confirms the draft. `frozen` is the draft as it was ordered, while the good news stands. */
export function useSubmit(session: OrderSession) {
  const [phase, setPhase] = useState<Phase | null>(null);
  const [frozen, setFrozen] = useState<Draft | null>(null);
  const [isUnfinished, setUnfinished] = useState(false);
  const [priceChanges, setPriceChanges] = useState<readonly PriceChange[]>([]);
  const submission = useMutation<Placing>({
    mutationFn: () =>
      withLock('pines-order', () =>
        placeOrder({
          store: session.store,
          finishUploads: () =>
            Promise.all([finishUploads(session.store, session.uploads), wait(LEGIBLE_MS)]).then(
              () => undefined,
            ),
          send: async (key, body) => {
            const sending = sendOrder(key, body).catch((error: unknown) => {
              throw isOffline(error) ? new Error(CONNECTION_LOST) : error;
            });
            const [sent] = await Promise.all([sending, wait(LEGIBLE_MS)]);
            return sent;
          },
          onPhase: setPhase,
          wait,
          newKey: () => crypto.randomUUID(),
          now: Date.now,
        }),
      ),
    onMutate: () => {
      // What becomes of the order stands where older news would hide it.
      toast.dismiss();
      setPriceChanges([]);
      setFrozen(session.store.get());
    },
    onError: (error) => {
      setFrozen(null);
      if (!(error instanceof Refusal)) return;
      setPriceChanges(changesOf(session, error));
      learn(session, error);
    },
    onSettled: () => setPhase(null),
  });

  const leave = () => {
    setFrozen(null);
    setUnfinished(false);
    submission.reset();
  };

  const finish = () => {
    try {
      session.forget(frozen?.pictures.map(({ id }) => id) ?? []);
    } catch {
      setUnfinished(true);
      return;
    }
    leave();
  };

  return {
    phase,
    frozen,
    placing: submission.data ?? null,
    error: submission.error && describe(submission.error),
    priceChanges,
    submit: () => {
      if (!submission.isPending && !submission.data) submission.mutate();
    },
    /** Lets go of the order's pictures, ends the good news and returns to the start. */
    finish,
    /** Letting go failed: the good news stands until its reader leaves. */
    isUnfinished,
    /** Returns to the start, whatever is left behind. */
    leave,
    forgetError: () => {
      if (submission.isError) submission.reset();
    },
  };
}

export type Submission = ReturnType<typeof useSubmit>;
