import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { pageConfig } from '#web/lib/config.ts';
import { unfilledConfig } from '#web/prerender.tsx';
import { WriteUs } from './WriteUs.tsx';

function render(contact: { whatsapp: string; email: string }) {
  pageConfig.set({ ...unfilledConfig, shop: { ...unfilledConfig.shop, ...contact } });
  return renderToStaticMarkup(<WriteUs>Escríbenos</WriteUs>);
}

test('a buyer writes in a chat, else by mail, else reads that the shop answers', () => {
  const [whatsapp, email] = ['+56 9 8765 4321', 'hola@pines.cl'];
  expect(render({ whatsapp, email })).toBe('<a href="https://wa.me/56987654321">Escríbenos</a>');
  expect(render({ whatsapp: '', email })).toBe('<a href="mailto:hola@pines.cl">Escríbenos</a>');
  expect(render({ whatsapp: '', email: '' })).toBe('<span>Escríbenos</span>');
});
