import { expect, test } from 'vitest';
import { mayHaveSession } from './session-hint.ts';

test('only the hint itself, with its value, hints at a session', () => {
  expect(mayHaveSession('')).toBe(false);
  expect(mayHaveSession('pines_session=1')).toBe(true);
  expect(mayHaveSession('a=b; pines_session=1; c=d')).toBe(true);
  expect(mayHaveSession('pines_session=')).toBe(false);
  expect(mayHaveSession('pines_session=10')).toBe(false);
  expect(mayHaveSession('my_pines_session=1')).toBe(false);
});
