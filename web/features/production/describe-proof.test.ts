import { expect, test } from 'vitest';
import { describeProof } from './ProofPart.tsx';

const open = {
  state: 'open',
  sentAt: '2026-03-09T15:00:00Z',
  expiresAt: '2026-03-23T15:00:00Z',
  remindedAt: null,
  answeredAt: null,
  words: null,
  pins: [],
  hash: 'abc',
} as const;

test('a proof without an answer says until when it can be given, and that it no longer can', () => {
  const before = Date.parse('2026-03-12T15:00:00Z');
  const sent = { ...open, pins: [] };
  expect(describeProof(sent, before)).toContain('El enlace vence el 23/3/2026');
  const reminded = { ...sent, remindedAt: '2026-03-12T15:00:00Z' };
  expect(describeProof(reminded, before)).toContain('la recordamos el 12/3/2026');
  expect(describeProof(sent, Date.parse('2026-03-24T15:00:00Z'))).toContain('venció el 23/3/2026');
});

test('each other state has a sentence of its own', () => {
  const answered = { ...open, pins: [], answeredAt: '2026-03-10T15:00:00Z' };
  const texts = (['approved', 'changes', 'void', 'replaced'] as const).map((state) =>
    describeProof({ ...answered, state }, 0),
  );
  expect(new Set([describeProof(null, 0), ...texts]).size).toBe(5);
});
