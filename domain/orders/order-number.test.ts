import { expect, test } from 'vitest';
import { readOrderNumber } from './order-number.ts';

test.each([
  ...[...'-‐‑‒–—―−﹣－⁻➖'].map((hyphen) => `7K4MQ${hyphen}X2TBA`),
  ' 7K4MQ-X2TBA\n',
  '7K4MQ - X2TBA',
  '7K4MQ X2TBA',
  '7K4MQX2TBA',
  '7k4mq-x2tba',
  '#7K4MQ-X2TBA',
  '\u200b7K4MQ\u00ad-\u2060X2TBA\ufeff',
  '７Ｋ４ＭＱ－Ｘ２ＴＢＡ',
])('%j is the order 7K4MQ-X2TBA', (typed) => {
  expect(readOrderNumber(typed)).toBe('7K4MQ-X2TBA');
});

test.each(['', 'x', '7K4MQ-X2TB', '7K4MQ-X2TBA-1', '7K4MQ_X2TBA', '../7K4MQ'])(
  '%j is no order number and stays as it is',
  (text) => expect(readOrderNumber(text)).toBe(text),
);
