import { expect, test } from 'vitest';
import { configWarnings } from '#server/config.ts';

test.each(['http://pines.cl', 'http://pines.cl:8080', 'http://8.8.8.8', 'http://[2600::1]'])(
  '%s is warned about',
  (publicUrl) => {
    expect(configWarnings({ publicUrl })).toEqual([
      expect.stringMatching(/^PUBLIC_URL: .* va sin cifrar/),
    ]);
  },
);

test.each([
  null,
  'https://pines.cl',
  'http://localhost:3000',
  'http://tienda.localhost',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'http://192.168.1.20',
  'http://172.31.0.5',
  'http://[fd00::5]',
  'http://servidor:3000',
  'http://servidor.local',
])('%s is not', (publicUrl) => {
  expect(configWarnings({ publicUrl })).toEqual([]);
});
