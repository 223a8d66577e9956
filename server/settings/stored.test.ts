import { expect, test } from 'vitest';
import { mapGroups, type Settings, settingsGroups } from '#domain/settings/settings.ts';
import { readSettings } from './stored.ts';

const defaults = mapGroups<Settings>((group) => settingsGroups[group].usual);
const read = (seller: object) => {
  const { settings, isDefault } = readSettings(defaults, { seller: JSON.stringify(seller) });
  return { seller: settings.seller, isDefault: isDefault.seller };
};

test('a saved setting that a newer rule refuses has its default, the others of its group stay', () => {
  const saved = { name: 'Pines del Sur', rut: '12.345.678-5', email: 'hola@pines.cl' };
  expect(read({ ...saved, whatsapp: '+56 9 1234 5678 (Camila)' })).toEqual({
    seller: { ...defaults.seller, ...saved },
    isDefault: false,
  });
});

test.each([{ name: 7 }, { name: ' ', whatsapp: 'pines.cl' }])(
  'nothing valid that was saved, as in %j, is the default',
  (saved) => {
    expect(read(saved)).toEqual({ seller: defaults.seller, isDefault: true });
  },
);
