import { expect, test } from 'vitest';
import { MIDDLE_CROP } from '#domain/pins/crops.ts';
import { describeCrop } from './describe-crop.ts';

test('a crop is told by its centre, size and turn', () => {
  expect(describeCrop(MIDDLE_CROP)).toBe(
    'Al centro del pin queda el punto a 50 % del ancho y 50 % del alto de la imagen. Tamaño 100 %, sin girar.',
  );
  expect(describeCrop({ ...MIDDLE_CROP, x: 0.333, diameter: 0.5, rotation: -15 })).toBe(
    'Al centro del pin queda el punto a 33 % del ancho y 50 % del alto de la imagen. Tamaño 200 %, girada -15 grados.',
  );
});
