import { describe, expect, it } from 'vitest';
import { MIDDLE_CROP } from '#domain/pins/crops.ts';
import { newPicture } from '#web/features/uploads/picture.ts';
import { LostAnswer, Refusal } from '#web/lib/api.ts';
import { pageConfig } from '#web/lib/config.ts';
import { unfilledConfig } from '#web/prerender.tsx';
import { type Draft, emptying, keeping, readDraft, type SentOrder } from '../draft/draft.ts';
import { openDraftStore } from '../draft/draft-store.ts';
import { placeOrder } from './place-order.ts';

pageConfig.set(unfilledConfig);

const refuse = (code: string, status: number, fields = {}) =>
  new Refusal(status, { success: false, code, message: code, fields });

/** A shop that binds each key to its first body, like the real one. */
function openShop() {
  const bound = new Map<string, { id: string; body: string }>();
  const received: string[] = [];
  return {
    received,
    orders: () => [...bound.values()],
    take(key: string, body: string): SentOrder {
      received.push(body);
      const known = bound.get(key);
      if (known && known.body !== body) throw refuse('idempotency_key_reused', 422);
      const order = known ?? { id: `order-${bound.size + 1}`, body };
      bound.set(key, order);
      return { id: order.id, total: 4200 };
    },
  };
}

async function openBuyer(send: (key: string, body: string) => Promise<SentOrder>) {
  const store = await openDraftStore({ storage: null, onVolatile() {} });
  const upload = { imageUrl: '/files/1', width: 800, height: 800, crop: MIDDLE_CROP };
  const picture = newPicture({ id: 'p', name: 'gato.jpg', size: 1, order: 1 });
  await store.write({ step: 3, form: { city: 'Chillán' }, ...keeping([{ ...picture, upload }]) });
  const phases: string[] = [];
  const waits: number[] = [];
  let uploads = 0;
  const place = () =>
    placeOrder({
      store,
      send,
      finishUploads: async () => {
        uploads += 1;
        const again = { ...upload, imageUrl: `/files/${uploads}` };
        await store.write({ pictures: { p: { upload: again } } });
      },
      onPhase: (phase) => phases.push(phase),
      wait: async (ms) => void waits.push(ms),
      newKey: () => 'key-1',
      now: () => 5,
    });
  return { store, place, phases, waits };
}

const isEmpty = (draft: Draft) => draft.pictures.length === 0 && draft.orderKey === null;

describe('placing an order', () => {
  it('empties the draft and remembers the number', async () => {
    const shop = openShop();
    const { store, place, phases } = await openBuyer(async (key, body) => shop.take(key, body));
    expect(await place()).toEqual({ id: 'order-1', total: 4200, at: 5, isEarlier: false });
    expect(phases).toEqual(['uploading', 'creating']);
    expect(isEmpty(store.get())).toBe(true);
    expect(store.get().placed).toEqual({ id: 'order-1', total: 4200, at: 5 });
  });

  it('finds its order when the answers were lost', async () => {
    const shop = openShop();
    let losses = 2;
    const { place } = await openBuyer(async (key, body) => {
      const id = shop.take(key, body);
      losses -= 1;
      if (losses >= 0) throw new LostAnswer('lost');
      return id;
    });
    expect(await place()).toMatchObject({ id: 'order-1', isEarlier: false });
    expect(shop.orders()).toHaveLength(1);
  });

  it('gives up within four seconds and loses nothing; confirming again yields one order', async () => {
    const shop = openShop();
    let isDown = true;
    const { store, place, waits } = await openBuyer(async (key, body) => {
      if (isDown) throw new LostAnswer('down');
      return shop.take(key, body);
    });
    await expect(place()).rejects.toThrow('down');
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(4000);
    expect(store.get().pictures).toHaveLength(1);
    expect(store.get().attempts).toHaveLength(1);
    isDown = false;
    expect(await place()).toMatchObject({ id: 'order-1' });
  });

  it('finds the earlier order when the buyer changed something after a lost answer', async () => {
    const shop = openShop();
    let isLost = true;
    const { store, place } = await openBuyer(async (key, body) => {
      const id = shop.take(key, body);
      if (isLost) throw new LostAnswer('lost');
      return id;
    });
    await expect(place()).rejects.toThrow('lost');
    isLost = false;
    await store.write({ pictures: { p: { quantity: 9 } } });
    expect(await place()).toMatchObject({ id: 'order-1', isEarlier: true });
    expect(shop.orders()).toHaveLength(1);
  });

  it('orders what the buyer sees now when the lost attempt never arrived', async () => {
    const shop = openShop();
    let isDown = true;
    const { store, place } = await openBuyer(async (key, body) => {
      if (isDown) throw new LostAnswer('down');
      return shop.take(key, body);
    });
    await expect(place()).rejects.toThrow('down');
    isDown = false;
    await store.write({ pictures: { p: { quantity: 9 } } });
    expect(await place()).toMatchObject({ isEarlier: false });
    expect(shop.orders()[0]?.body).toContain('"quantity":9');
  });

  it('forgets an attempt that was refused: it cannot have become an order', async () => {
    const { store, place } = await openBuyer(async () => {
      throw refuse('price_changed', 409);
    });
    await expect(place()).rejects.toThrow('price_changed');
    expect(store.get().attempts).toEqual([]);
    expect(store.get().orderKey).toBe('key-1');
  });

  it('uploads again by itself what the shop no longer has', async () => {
    const bodies: string[] = [];
    const { place } = await openBuyer(async (_key, body) => {
      bodies.push(body);
      if (bodies.length > 1) return { id: 'order-1' };
      throw refuse('image_not_found', 400, { 'images.0.imageUrl': 'gone' });
    });
    expect(await place()).toMatchObject({ id: 'order-1' });
    expect(bodies[0]).toContain('/files/1');
    expect(bodies[1]).toContain('/files/2');
  });

  it('shows the order of a faster tab instead of making a second one', async () => {
    const shop = openShop();
    const { store, place } = await openBuyer(async (key, body) => shop.take(key, body));
    const sync = store.sync;
    store.sync = async () => {
      await sync();
      await store.write({ ...emptying(store.get()), placed: { id: 'order-of-b', at: 4 } });
    };
    expect(await place()).toMatchObject({ id: 'order-of-b' });
    expect(shop.received).toEqual([]);
  });
});

describe('reading a draft', () => {
  it('starts empty', () => {
    expect(readDraft(new Map())).toMatchObject({ step: 0, pictures: [], placed: null });
  });
});
