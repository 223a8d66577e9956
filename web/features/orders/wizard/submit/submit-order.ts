import { toast } from 'sonner';
import { sendOrder as route } from '#contract/orders/placed-order.ts';
import { findPriceChanges } from '#contract/orders/pricing.ts';
import { formatPesos } from '#domain/base/money.ts';
import { areSameCrops } from '#domain/pins/crops.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { daysTo } from '#web/features/delivery/days-to.ts';
import { describeOrderFailure } from '#web/features/orders/describe-order-failure.ts';
import { findTermsChanges, type OfferChange, showTerms } from '#web/features/orders/order-terms.ts';
import { type SentOrder, usablePictures } from '#web/features/orders/wizard/draft/draft.ts';
import type { DraftStore } from '#web/features/orders/wizard/draft/draft-store.ts';
import type { OrderSession } from '#web/features/orders/wizard/session.ts';
import { cropOf, type Picture } from '#web/features/uploads/picture.ts';
import type { UploadQueue } from '#web/features/uploads/upload-queue.ts';
import { hasKinds } from '#web/features/uploads/use-pin.ts';
import { CONNECTION_LOST, callApi, LostAnswer, Refusal } from '#web/lib/api.ts';
import { pageConfig, refreshConfig } from '#web/lib/config.ts';
import { keepPlaced } from '#web/lib/kept-order.ts';
import { newKey } from '#web/lib/new-key.ts';
import { withLock } from '#web/ui/lock.ts';
import { priceDraft, pricingBasis } from './order-body.ts';
import { placeOrder } from './place-order.ts';
import { NO_SUBMISSION, type Submission } from './submission.ts';

/** The device is offline: an immediate retry is pointless. */
const isOffline = (error: unknown) => error instanceof LostAnswer && !navigator.onLine;
/** Minimum time for which a phase is shown, so that it can be read. */
const LEGIBLE_MS = 600;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Returns why an order could not be placed, for the buyer. */
export function describeProblem(error: Error): string {
  if (error.message === CONNECTION_LOST) {
    return `${CONNECTION_LOST} Tu pedido sigue aquí, completo: nada de lo que hiciste se pierde.`;
  }
  return describeOrderFailure(error);
}

const hasSeveralPins = () => hasKinds(offeredPins(pageConfig.get()));

/** Updates draft and page after a refusal, so that the next attempt can succeed. */
async function learn({ store }: OrderSession, error: Refusal): Promise<void> {
  if (error.code === 'orders_closed') void refreshConfig();
  // Reads the current offer or prices: the affected pictures then ask for another pin.
  const isGone = ['product_unavailable', 'delivery_unavailable'].includes(error.code ?? '');
  if (isGone || hasSeveralPins()) await refreshConfig();
  if (error.code === 'discount_unavailable') void store.write({ discount: null, agreed: null });
  if (error.pricing && error.code === 'price_changed') {
    const basis = pricingBasis(store.get(), pageConfig.get());
    void store.write({ agreed: { basis, pricing: error.pricing } });
  }
  if (error.terms) await showTerms(error.terms);
}

/** Returns the figures and days of the shop's offer that differ from those shown. */
function findChanges({ store }: OrderSession, { code, pricing, terms }: Refusal): OfferChange[] {
  const shown = priceDraft(store.get(), pageConfig.get());
  const prices = code === 'price_changed' && pricing ? findPriceChanges(shown, pricing) : [];
  return [
    ...prices.map(({ label, before, after }) => ({
      label,
      before: formatPesos(before),
      after: formatPesos(after),
    })),
    ...(terms ? findTermsChanges(terms, store.get().form) : []),
  ];
}

/** Returns whether an order was refused because the terms have changed. */
export const isTermsRefusal = (error: unknown) =>
  error instanceof Refusal && error.code === 'terms_changed';

/** Sends an order with its key. @returns the note for the buyer @throws Refusal, LostAnswer */
async function sendOrder(key: string, body: string): Promise<SentOrder> {
  const answer = await callApi(route, { body, headers: { 'Idempotency-Key': key } });
  const { order, token } = answer;
  const { id, userEmail, howToPay, deliveryData, pickup } = order;
  const { email, pricing, region, way, courier, branch, payShipping } = deliveryData;
  const { fullName, phone, address } = deliveryData;
  keepPlaced({ token, typed: { fullName, phone, address } });
  return {
    ...{ id, total: pricing.totalAmount, email: email ?? userEmail ?? undefined },
    howToPay: howToPay ?? undefined,
    ...(daysTo(deliveryData, pageConfig.get()).isFar && { region }),
    ...(way && { onItsWay: { deliveryData: { way, courier, branch, payShipping }, pickup } }),
  };
}

/** Places the order of the draft; nothing while one is being sent or confirmed. */
export async function submitOrder(session: OrderSession): Promise<void> {
  const { submission } = session;
  const tell = (news: Partial<Submission>) => submission.set({ ...submission.get(), ...news });
  if (submission.get().frozen) return;
  // Older toasts must not cover the result.
  toast.dismiss();
  submission.set({ ...NO_SUBMISSION, frozen: session.store.get() });
  try {
    const placing = await withLock('pines-order', () =>
      placeOrder({
        store: session.store,
        async finishUploads() {
          const before = usablePictures(session.store.get()).filter(({ upload }) => !upload);
          await Promise.all([finishUploads(session.store, session.uploads), wait(LEGIBLE_MS)]);
          if (before.some((picture) => looksDifferent(picture, session.store))) {
            throw new Error(LOOK_AGAIN);
          }
        },
        send: async (key, body) => {
          const sending = sendOrder(key, body).catch((error: unknown) => {
            throw isOffline(error) ? new Error(CONNECTION_LOST) : error;
          });
          const [sent] = await Promise.all([sending, wait(LEGIBLE_MS)]);
          return sent;
        },
        onPhase: (phase) => tell({ phase }),
        wait,
        newKey,
        now: Date.now,
      }),
    );
    tell({ phase: null, placing });
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    if (error instanceof Refusal) {
      tell({ changes: findChanges(session, error) });
      await learn(session, error);
    }
    tell({ phase: null, frozen: null, error });
  }
}

/** Ends the confirmation and returns to the start. */
export function leaveConfirmation({ submission }: OrderSession): void {
  submission.set(NO_SUBMISSION);
}

/** Removes the order's pictures from this browser and ends the confirmation. */
export function finishOrder(session: OrderSession): void {
  const { submission, forget } = session;
  const now = submission.get();
  try {
    forget(now.frozen?.pictures.map(({ id }) => id) ?? []);
  } catch {
    submission.set({ ...now, isUnfinished: true });
    return;
  }
  leaveConfirmation(session);
}

/** Number of failures in a row before an error is shown; offline, one is enough. */
const patience = () => (navigator.onLine ? 3 : 1);

const REFUSED =
  'Hay imágenes que la tienda no puede usar: quedan fuera de tu pedido. Revisa el total y confirma otra vez.';

const LOOK_AGAIN =
  'Tus imágenes ya subieron: así se imprimirán. Revísalas y confirma otra vez tu pedido.';

/** Returns whether a pin looks different from its first preview, now that the shop has its picture. */
function looksDifferent(before: Picture, store: DraftStore): boolean {
  const now = store.get().pictures.find(({ id }) => id === before.id);
  if (!now) return false;
  return now.look === null || !areSameCrops(cropOf(before), cropOf(now));
}

type Standing = 'done' | 'open' | { problem: string };

function standing(pictures: readonly Picture[], uploads: UploadQueue): Standing {
  if (pictures.some(({ refusal }) => refusal)) return { problem: REFUSED };
  if (pictures.every(({ upload }) => upload)) return 'done';
  for (const state of uploads.get().values()) {
    if (state.name !== 'retrying' || state.failures < patience()) continue;
    return { problem: state.reason ?? CONNECTION_LOST };
  }
  return 'open';
}

/** Waits until every picture is uploaded. @throws Error with a message for the buyer */
function finishUploads(store: DraftStore, uploads: UploadQueue): Promise<void> {
  uploads.retryNow();
  const ordered = new Set(usablePictures(store.get()).map(({ id }) => id));
  return new Promise((resolve, reject) => {
    const check = () => {
      const pictures = store.get().pictures.filter(({ id }) => ordered.has(id));
      const state = standing(pictures, uploads);
      if (state === 'open') return;
      for (const stop of stops) stop();
      if (state === 'done') resolve();
      else reject(new Error(state.problem));
    };
    const stops = [store.subscribe(check), uploads.subscribe(check)];
    check();
  });
}
