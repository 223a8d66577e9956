import { expect, test } from 'vitest';
import { TERMS_VERSION } from '#domain/legal/versions.ts';
import { NO_PAYMENT_DETAILS } from '#domain/payments/payment-details.ts';
import { listOpeningSteps, type OpeningFacts, type OpeningStep } from './opening.ts';

const seller = {
  ...{ name: 'Pines', rut: '76.123.456-0', address: 'Chillán', email: 'a@b.cl', whatsapp: '' },
};
const payment = {
  ...NO_PAYMENT_DETAILS,
  ...{ bank: 'Banco', accountType: 'Vista', account: '1', holder: 'Ana', rut: '76.123.456-0' },
};
const MAIL = 'hola@pines.cl';
const READY: OpeningFacts = {
  ...{ seller, payment, paysOnline: false, publicUrl: 'https://pines.cl' },
  mail: { kind: 'smtp', from: 'hola@pines.cl' },
  ...{ adminsWithoutFactor: 0, hasCopies: true, hasOwnPrices: true },
  marks: { mail: MAIL, terms: TERMS_VERSION, trial: '' },
};
const missing = (facts: Partial<OpeningFacts>) =>
  listOpeningSteps({ ...READY, ...facts }).filter(({ isDone }) => !isDone);

test('a shop that is ready has nothing left', () => {
  expect(missing({})).toEqual([]);
});

const done = { mail: MAIL, terms: TERMS_VERSION, trial: '' };
const { mail: _mail, ...withoutMail } = done;
const { trial: _trial, ...withoutTrial } = done;
test.each<[OpeningStep, Partial<OpeningFacts>, RegExp]>([
  ['seller', { seller: { ...seller, rut: '', email: ' ' } }, /^Falta: RUT, correo$/],
  ['payment', { payment: { ...payment, holder: '' } }, /^Falta: titular$/],
  ['payment', { payment: { ...NO_PAYMENT_DETAILS, words: 'Te escribimos' } }, /^Falta: banco, /],
  ['mail', { mail: { kind: 'files', from: 'hola@pines.cl' } }, /SMTP_URL/],
  ['mail', { mail: { kind: 'smtp', from: 'otra@pines.cl' } }, /de prueba/],
  ['mail', { marks: withoutMail }, /de prueba/],
  ['address', { publicUrl: null }, /PUBLIC_URL/],
  ['address', { publicUrl: 'http://pines.cl' }, /https/],
  ['secondFactor', { adminsWithoutFactor: 1 }, /cada cuenta/],
  ['copies', { hasCopies: false }, /BACKUP_DIR/],
  ['terms', { marks: { ...done, terms: '2020-01-01' } }, /Léelos/],
  ['prices', { hasOwnPrices: false }, /confirma/],
  ['trial', { marks: withoutTrial }, /se borra solo/],
])('only %s is left with %o', (name, facts, text) => {
  expect(missing(facts)).toEqual([{ name, isDone: false, text: expect.stringMatching(text) }]);
});

test('prices that come with the shop may be confirmed, and online payments need no account', () => {
  expect(missing({ hasOwnPrices: false, marks: { ...READY.marks, prices: '' } })).toEqual([]);
  expect(missing({ payment: NO_PAYMENT_DETAILS, paysOnline: true })).toEqual([]);
});
