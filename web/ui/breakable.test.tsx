import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { breakable } from './breakable.tsx';

const show = (email: string) => renderToStaticMarkup(<p>{breakable(email)}</p>);

test('a long e-mail wraps after its signs', () => {
  const shown = show('maria.jose@universidad-central.cl').replaceAll(/<\/?(x-text|p)>/g, '');
  expect(shown).toMatch(/^maria\.<wbr\/>jose@<wbr\/>universidad-central\.<wbr\/>cl/);
  expect(show('ana@ejemplo.cl')).toBe('<p>ana@ejemplo.cl</p>');
});
