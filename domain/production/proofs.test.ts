import { expect, test } from 'vitest';
import {
  joinRemarks,
  lacksApproval,
  PROOF_STATES,
  proofExpiry,
  proofLabel,
  undoTimeLeft,
} from './proofs.ts';

test('printing waits for an approval where one is always needed, or was asked for', () => {
  for (const state of [null, ...PROOF_STATES]) {
    expect(lacksApproval('off', state)).toBe(false);
    expect(lacksApproval('always', state)).toBe(state !== 'approved');
    expect(lacksApproval('ask', state)).toBe(state !== 'approved' && state !== null);
  }
});

test('an answer can be taken back for a minute', () => {
  expect(undoTimeLeft(null, 1000)).toBe(0);
  expect(undoTimeLeft(1000, 1000)).toBe(60_000);
  expect(undoTimeLeft(1000, 60_999)).toBe(1);
  expect(undoTimeLeft(1000, 61_000)).toBe(0);
  expect(undoTimeLeft(1000, 900_000)).toBe(0);
});

test("a proof's link works for two weeks", () => {
  const sent = Date.parse('2026-03-01T15:00:00Z');
  expect(proofExpiry(sent)).toBe(Date.parse('2026-03-15T15:00:00Z'));
});

test('what is to be changed is told picture by picture, then in general', () => {
  const remarks = [
    { n: 2, words: 'más claro' },
    { n: 1, words: 'sin borde' },
  ];
  const told = 'Imagen 1: sin borde\nImagen 2: más claro';
  expect(joinRemarks(remarks, null)).toBe(told);
  expect(joinRemarks(remarks, 'Gracias')).toBe(`${told}\nGracias`);
  expect(joinRemarks([], 'Gracias')).toBe('Gracias');
  expect([joinRemarks([], null), joinRemarks([], '')]).toEqual([null, null]);
});

test('a state that a later shop knows is shown as it is', () => {
  expect(proofLabel('approved')).toBe('aprobada');
  expect(proofLabel('toString')).toBe('toString');
});
