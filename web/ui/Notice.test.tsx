import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Notice } from './Notice.tsx';

test('a text that begins with a sign is shown whole, and brings the only sign', () => {
  const saved = renderToStaticMarkup(
    <Notice tone="success">✅ Datos guardados correctamente</Notice>,
  );
  expect(saved).toContain('>✅ Datos guardados correctamente<');
  expect(saved).not.toContain('<svg');
});

test('any other text has the sign of its tone', () => {
  expect(renderToStaticMarkup(<Notice tone="error">No</Notice>)).toContain('<svg');
});
