import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { foldText, orderSearchText, placeKey, searchTerms } from './folding.ts';

const order = {
  id: '7K4MQ-X2TBA',
  fullName: 'José  Ñúñez Ávila',
  phone: '+56 9 1234 5678',
  emails: ['Jose@Correo.cl', null, 'jose@correo.cl'],
};

function isFound(typed: string): boolean {
  const text = orderSearchText(order);
  return searchTerms(typed).every((term) => text.includes(term));
}

test('folding drops accents, case and double blanks', () => {
  expect(foldText('  JOSÉ \n Ñúñez ')).toBe('jose nunez');
  expect(foldText('Jose\u0301')).toBe('jose');
  expect(foldText('Łukasz Đorđević')).toBe('lukasz dordevic');
  for (const name of ['Straße', 'İnci Yıldız', 'Þór', 'Bjørn Æsir']) {
    expect(foldText(name.toUpperCase())).toBe(foldText(name));
  }
});

test('places are compared without hyphens and apostrophes', () => {
  expect(placeKey('O’Higgins')).toBe(placeKey('ohiggins'));
  expect(placeKey('Til\u2011Til')).toBe(placeKey(' til  til '));
});

describe('an order is found', () => {
  test.each([
    'jose',
    'JOSÉ ÁVILA',
    'avila jose',
    'nuñ',
    'ñu',
    'j',
    '7k4mq',
    '#7K4MQ-X2TBA',
    '7K4MQX2',
    'mq-x2',
    'jose@correo',
    '1234 5678',
    '+56912345678',
    '912345',
    '(9) 1234-5678',
  ])('by %j', (typed) => expect(isFound(typed)).toBe(true));

  test.each([
    ...['rosa', 'jose rosa', '87654321', 'josé@correo.com', 'avilajose', 'vi', 'e'],
    // Signs that the text lacks are no empty search.
    ...["'", ' ´ ', '-', '– ’', '.', '😀'],
  ])('not by %j', (typed) => expect(isFound(typed)).toBe(false));

  test.each([
    ["Rosa O'Ryan", 'O’Ryan'],
    ['Rosa O’Ryan', "o'ryan"],
    ['Rosa O´Ryan', 'oryan'],
    ["Rosa O'Ryan", 'o`ryan'],
    ["Rosa O'Ryan", 'O\u0384Ryan'],
    ['Rosa O\u02eeRyan', 'O\u275cRyan'],
    ['Ana María', 'ana\u2010maria'],
    ['Jean-Luc', 'jean luc'],
    ['Pérez-Soto', 'perez\u2011soto'],
    ['Pérez\u2013Soto', 'Perez-Soto'],
    ['Ana\u00a0Soto', 'ana soto'],
    ['Ma\u200bría', 'maría'],
    ['María', 'ma\u00adría'],
  ])('named %j by %j', (fullName, typed) => {
    const text = orderSearchText({ ...order, fullName });
    expect(searchTerms(typed).every((term) => text.includes(term))).toBe(true);
  });

  test.each([
    '7K4MQ\u2011X2TBA',
    '7K4MQ – X2TBA',
    '7K4MQ\u2212X2TBA',
    '\u200e7k4mq\u00a0x2tba',
    '0056 9 1234 5678',
    '09 1234-5678',
    '9\u20131234\u20135678',
  ])('by %j', (typed) => expect(isFound(typed)).toBe(true));

  test('by a number with its country, though it was typed without', () => {
    const text = orderSearchText({ ...order, phone: '9 1234 5678' });
    expect(searchTerms('+56 9 1234').every((term) => text.includes(term))).toBe(true);
  });
});

test('each word is there once, and no term reaches over two of them', () => {
  expect(orderSearchText(order).split('  ').slice(1)).toEqual([
    'jose',
    'nunez',
    'avila',
    'jose@correo.cl',
    '7k4mq-x2tba',
    '7k4mqx2tba',
    '56912345678',
  ]);
});

test('an empty input has no terms', () => {
  expect(searchTerms('')).toEqual([]);
  expect(searchTerms(' \u0301 ')).toEqual([]);
});

test('every word of a name finds it, however it is written', () => {
  forAll(fc.string({ unit: 'grapheme', maxLength: 30 }), (fullName) => {
    const text = orderSearchText({ ...order, fullName });
    for (const word of foldText(fullName).split(' ')) {
      for (const term of /^\D+$/.test(word) ? searchTerms(word.toUpperCase()) : []) {
        if (term === word) expect(text).toContain(term);
      }
    }
    expect(foldText(foldText(fullName))).toBe(foldText(fullName));
  });
});
