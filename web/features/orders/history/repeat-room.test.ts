import { expect, test } from 'vitest';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { FIRST_STYLE } from '#domain/pins/text.ts';
import { roomFor } from './RepeatItems.tsx';

const item = (at: number, picture = at) => ({
  imageUrl: `/files/${picture}.webp`,
  thumbnailUrl: `/files/${picture}-thumb.webp`,
  originalName: 'curso.jpg',
  notes: null,
  quantity: 1,
  crop: null,
  press: DEFAULT_PRESS,
  product: { id: 'pin', name: 'Pin' },
  finish: null,
  unitPrice: 1700,
  text: { ...FIRST_STYLE, value: `Nombre ${at}` },
});

test('an order of many names of one picture has room for pictures up to the limit of pins', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => item(at, 0));
  expect(roomFor(names(150))).toBe(99);
  expect(roomFor(names(460))).toBe(40);
  expect(roomFor(names(500))).toBe(0);
  expect(roomFor(Array.from({ length: 98 }, (_, at) => item(at)))).toBe(2);
});
