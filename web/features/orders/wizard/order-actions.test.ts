import { expect, test, vi } from 'vitest';
import { newPicture } from '#web/features/uploads/picture.ts';
import { keeping } from './draft/draft.ts';
import { openDraftStore } from './draft/draft-store.ts';
import { createOrderActions } from './order-actions.ts';
import type { OrderSession } from './session.ts';

test('“Volver al inicio” resets everything, the code of a link and the last order too', async () => {
  vi.useFakeTimers();
  const store = await openDraftStore({ storage: null, onVolatile() {} });
  const blank = store.get();
  await store.write({
    step: 1,
    offeredCode: 'VERANO10',
    placed: { id: 'AAAAA-BBBBB', at: 1 },
    form: { fullName: 'Ana' },
    ...keeping([newPicture({ id: 'p', name: 'gato.jpg', size: 1, order: 1 })]),
  });
  const session = { store, forget: () => undefined } as Partial<OrderSession> as OrderSession;
  createOrderActions(session).restart();
  expect(store.get()).toEqual(blank);
  vi.useRealTimers();
});
