import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Notice } from './Notice.tsx';

const textOf = (page: string) => page.replace(/<[^>]+>/g, '');

test('a text that begins with a sign is shown whole, as its only sign', () => {
  const text = '✅ Datos guardados correctamente';
  const saved = renderToStaticMarkup(<Notice tone="success">{text}</Notice>);
  expect(textOf(saved)).toBe(text);
  expect(saved).not.toContain('<svg');
});

test('any other text has the sign of its tone', () => {
  expect(renderToStaticMarkup(<Notice tone="error">No</Notice>)).toContain('<svg');
});
