import { Refusal } from '#web/lib/api.ts';
import { pageConfig } from '#web/lib/config.ts';
import { sendUntilAnswered } from '#web/lib/send-until-answered.ts';
import { shownTerms } from '../../order-terms.ts';
import {
  type Draft,
  emptying,
  orderedPins,
  type PlacedOrder,
  type SentOrder,
} from '../draft/draft.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import { orderBody } from './order-body.ts';

export type Phase = 'uploading' | 'creating';

export type Placing = PlacedOrder & {
  /** The order has the state before the buyer's last changes. */
  isEarlier: boolean;
};

type Parts = {
  store: Pick<DraftStore, 'get' | 'write' | 'sync'>;
  /** Waits until every picture is uploaded. @throws Error when that fails */
  finishUploads: () => Promise<void>;
  send: (key: string, body: string) => Promise<SentOrder>;
  onPhase: (phase: Phase) => void;
  wait: (ms: number) => Promise<void>;
  newKey: () => string;
  now: () => number;
};

const sendOnce = ({ send, wait }: Parts, key: string, body: string) =>
  sendUntilAnswered(() => send(key, body), wait);

const isKeyReused = (error: unknown) =>
  error instanceof Refusal && error.code === 'idempotency_key_reused';

/** The key already has an order: finds which of the earlier attempts it was. */
async function findEarlier(parts: Parts, key: string, attempts: readonly string[], cause: unknown) {
  for (const body of attempts.toReversed()) {
    try {
      return await sendOnce(parts, key, body);
    } catch (error) {
      if (!isKeyReused(error)) throw error;
    }
  }
  // None of ours, perhaps another account's: without a new key the buyer could never order again.
  void parts.store.write({ orderKey: null, attempts: [] });
  throw cause;
}

/** Returns the pictures whose uploads the shop no longer has: the named ones, or all. */
function lostUploads(draft: Draft, { fields }: Refusal): string[] {
  const pictures = orderedPins(draft);
  const places = Object.keys(fields).map((path) => /^images\.(\d+)\./.exec(path)?.[1]);
  const named = places.flatMap((place) => pictures[Number(place)]?.id ?? []);
  return named.length > 0 ? named : pictures.map(({ id }) => id);
}

/** Sends the draft in its current state; the body is stored first in case no response arrives. */
async function sendDraft(parts: Parts, mayUploadAgain: boolean): Promise<[SentOrder, boolean]> {
  const { store, onPhase, finishUploads, newKey } = parts;
  onPhase('uploading');
  await finishUploads();
  onPhase('creating');
  const { orderKey, attempts } = store.get();
  const key = orderKey ?? newKey();
  const body = JSON.stringify(
    orderBody(store.get(), pageConfig.get(), shownTerms(store.get().form)),
  );
  const earlier = attempts.filter((attempt) => attempt !== body);
  await store.write({ orderKey: key, attempts: [...earlier, body] });
  try {
    return [await sendOnce(parts, key, body), false];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    void store.write({ attempts: earlier });
    if (isKeyReused(error)) return [await findEarlier(parts, key, earlier, error), true];
    if (error.code !== 'image_not_found' || !mayUploadAgain) throw error;
    const lost = lostUploads(store.get(), error).map((id) => [id, { upload: null }]);
    await store.write({ pictures: Object.fromEntries(lost) });
    return sendDraft(parts, false);
  }
}

/**
 * Places the draft as one order, however often it is called: every attempt has the same idempotency
 * key.
 * @throws Refusal, LostAnswer, Error
 */
export async function placeOrder(parts: Parts): Promise<Placing> {
  const { store, now } = parts;
  await store.sync();
  const { placed, pictures } = store.get();
  // Another tab has placed it already.
  if (placed && pictures.length === 0) return { ...placed, isEarlier: false };
  const [sent, isEarlier] = await sendDraft(parts, true);
  const order: PlacedOrder = { ...sent, at: now() };
  await store.write({ ...emptying(store.get()), placed: order });
  return { ...order, isEarlier };
}
