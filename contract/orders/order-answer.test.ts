import { expect, test } from 'vitest';
import { sampleBuyerOrder } from '#contract/testing/samples.ts';
import { namedSample } from '#domain/testing/sample-delivery.ts';
import { createOrder } from './orders.ts';

const answer = {
  success: true,
  message: 'Listo',
  token: 'PIN-7K2M.signature',
  order: {
    ...sampleBuyerOrder,
    id: 'PIN-7K2M',
    progress: { steps: [{ step: 'received', isDone: true, on: '2026-01-15' }], proof: null },
    arrival: { from: '2026-01-22', to: '2026-01-26' },
    parcel: { courier: 'Starken', tracking: null, trackingUrl: null },
    images: ['/files/a.webp'],
    items: [
      {
        imageUrl: '/files/a.webp',
        thumbnailUrl: '/files/a-small.webp',
        originalName: 'foto.jpg',
        notes: null,
        quantity: 1,
        crop: { x: 0.5, y: 0.5, diameter: 1, rotation: 0, background: null },
        press: { faceMm: 58, cutMm: 70, safeMm: 51 },
        product: { id: 'pin-32', name: '32 mm' },
        finish: { id: 'iman', name: 'Imán' },
        unitPrice: 1700,
      },
    ],
    userEmail: null,
    deposit: { amount: 1600, isPaid: false },
    refunds: [
      { amount: 500, reason: 'change', dueOn: null, doneOn: '2026-01-16', how: 'transfer' },
    ],
    deliveryData: {
      ...namedSample,
      pricing: {
        imagesCount: 1,
        uniqueImages: 1,
        pricePerImage: 1700,
        imagesTotal: 1700,
        discountAmount: 0,
        subtotalAfterDiscount: 1700,
        shippingCost: 2500,
        totalAmount: 4200,
      },
    },
  },
};

type Tree = { [key: string]: unknown };

/** Calls `change` on a fresh copy of the answer for every object in it. */
function forEachObject(change: (node: Tree, copy: Tree) => void): void {
  const count = collect(structuredClone(answer)).length;
  for (let at = 0; at < count; at += 1) {
    const copy: Tree = structuredClone(answer);
    const node = collect(copy)[at];
    if (node) change(node, copy);
  }
}

function collect(value: unknown): Tree[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(collect);
  return Array.isArray(value) ? below : [Object.assign(value), ...below];
}

test('a placed order is answered whole', () => {
  expect(createOrder.answer.parse(answer)).toEqual(answer);
});

test('nothing that the contract does not name leaves the server', () => {
  let seen = 0;
  forEachObject((node, copy) => {
    node.originalFile = 'secret';
    expect(createOrder.answer.parse(copy)).toEqual(answer);
    seen += 1;
  });
  expect(seen).toBe(15);
});

test('no field of the answer may be missing', () => {
  let seen = 0;
  forEachObject((node, copy) => {
    for (const [key, value] of Object.entries(node)) {
      delete node[key];
      expect(createOrder.answer.safeParse(copy).success, key).toBe(false);
      node[key] = value;
      seen += 1;
    }
  });
  expect(seen).toBe(83 + Object.keys(namedSample).length);
});
