import { expect, test } from 'vitest';
import { newPicture, readPicture } from './picture.ts';

const picture = newPicture({ id: 'a', name: 'a.jpg', size: 12, order: 0 });
const crop = { x: 0.4, y: 0.6, diameter: 0.8, rotation: 15, background: null };

test('a stored picture comes back as it was', () => {
  const stored = { ...picture, quantity: 7, crop, notes: 'brillante' };
  expect(readPicture(stored)).toEqual(stored);
});

test.each([
  ['a circle that is too large', { ...crop, diameter: 1e9 }],
  ['a circle without a place', { diameter: 1 }],
  ['no circle at all', 'middle'],
])('of a choice with %s the quantity is kept', (_name, broken) => {
  const stored = { ...picture, quantity: 7, crop: broken };
  expect(readPicture(stored)).toEqual({ ...picture, quantity: 7, crop: null });
});

test('of a choice with an impossible quantity the crop is kept', () => {
  const stored = { ...picture, quantity: 0, crop };
  expect(readPicture(stored)).toEqual({ ...picture, quantity: 1, crop });
});

test('an upload whose start no longer fits is sent again; the choice stays', () => {
  const upload = { imageUrl: 'uploads/a.webp', width: 4, height: 3, crop: { x: 2 } };
  const stored = { ...picture, quantity: 3, crop, upload };
  expect(readPicture(stored)).toEqual({ ...picture, quantity: 3, crop, upload: null });
});

test('what is no picture is null', () => {
  expect(readPicture({ name: 'a.jpg', quantity: 2 })).toBeNull();
});
