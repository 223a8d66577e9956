import { expect, test } from 'vitest';
import { askForBetter, describeBlur, findBlur } from './blur.ts';
import { MIDDLE_CROP } from './crops.ts';
import { DEFAULT_PRESS } from './pin.ts';

const pin = { press: DEFAULT_PRESS };
const small = { width: 120, height: 160 };
const large = { width: 3000, height: 4000 };

test('a small picture is named with its size and the pin it is too small for', () => {
  const blur = findBlur(null, small, pin);
  expect(blur && describeBlur(blur)).toBe('Saldrá borrosa: 120 × 160 px para un pin de 58 mm');
  expect(blur && askForBetter([{ n: 2, ...blur }])).toContain(
    'Imagen 2: mide 120 × 160 px y en un pin de 58 mm saldría borrosa. ¿Nos envías una más grande, de 827 px o más por lado?',
  );
});

test('a large picture whose crop is tiny says what the crop leaves of it', () => {
  const blur = findBlur({ ...MIDDLE_CROP, diameter: 0.05 }, large, pin);
  expect(blur && describeBlur(blur)).toBe(
    'Saldrá borrosa: el encuadre usa 150 px de una imagen de 3000 × 4000 px para un pin de 58 mm',
  );
  expect(blur && askForBetter([{ n: 1, ...blur }])).toContain('¿La alejamos un poco?');
});

test('what the studio calls fair or sharp is not named; a smaller press needs less', () => {
  expect(findBlur(null, large, pin)).toBeNull();
  expect(findBlur(null, { width: 414, height: 414 }, pin)).toBeNull();
  expect(findBlur(null, { width: 413, height: 500 }, pin)).not.toBeNull();
  const button = { press: { faceMm: 25.5, cutMm: 35, safeMm: 21 } };
  expect(findBlur(null, { width: 413, height: 500 }, button)).toBeNull();
  const blur = findBlur(null, small, button);
  expect(blur && describeBlur(blur)).toContain('un pin de 25,5 mm');
});
