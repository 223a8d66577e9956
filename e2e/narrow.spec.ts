import { sampleBuyerOrder } from '#contract/testing/samples.ts';
import { proofAnswerLetter } from '#server/features/mail/owner-letters.ts';
import { renderHtml } from '#server/features/mail/render-html.ts';
import { book } from './book/book.ts';
import { expectAlertsShow, expectFits, expectTargets } from './support/checks.ts';
import { makePng, makeWebp } from './support/pictures.ts';
import { withLargeText } from './support/reflow.ts';
import { expect, test } from './support/test.ts';
import {
  button,
  expectUploaded,
  fillDelivery,
  heading,
  openWizard,
  pick,
  placedText,
} from './support/wizard.ts';

const LONG_NAME = `${'una-foto-con-un-nombre-larguísimo-sin-espacios-'.repeat(4)}.png`;
const BUYER = '👩🏽‍🎨 محمد بن عبد الله Wolfeschlegelsteinhausenbergerdorff';

for (const width of [320, 360]) {
  test(`an order with foreign names fits ${width} pixels`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    const check = async () => {
      await expectFits(page);
      await expectTargets(page);
      await expectAlertsShow(page);
    };
    await openWizard(page);
    await check();
    await pick(page, [
      await makePng(LONG_NAME),
      await makeWebp('صورة 📸.webp', { width: 300, height: 300 }),
      { name: `${LONG_NAME}.gif`, mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
    ]);
    await expectUploaded(page, 2);
    await book(page, 'images/long-names');
    await check();
    await page.getByRole('button', { name: 'Ajustar una-foto' }).click();
    await withLargeText(page, async () => {
      const name = page.getByRole('dialog').getByTitle(LONG_NAME);
      const lines = await name.evaluate(
        (each) => each.clientHeight / Number.parseFloat(getComputedStyle(each).lineHeight),
      );
      expect(Math.round(lines)).toBe(3);
    });
    await page.keyboard.press('Escape');
    await button(page, 'Continuar con 2 imagenes').click();
    await button(page, 'Continuar').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await check();
    await fillDelivery(page, { name: BUYER, address: 'Calle'.repeat(35) });
    await book(page, 'delivery/long');
    await button(page, 'Continuar').click();
    await expect(heading(page, 'Resumen')).toBeVisible();
    await check();
    await button(page, 'Confirmar pedido').click();
    await expect(page.getByText(placedText)).toBeInViewport();
    await check();
    await expect(button(page, 'Entendido')).toBeVisible();
    await check();
  });
}

test('a mail about a buyer with a long name fits a phone', async ({ page }) => {
  const order = {
    ...{ ...sampleBuyerOrder, id: '7K4MQ-X2TBA' },
    deliveryData: { ...sampleBuyerOrder.deliveryData, fullName: BUYER },
  };
  const letter = proofAnswerLetter({ order, isApproved: true, words: null }, BUYER);
  const sender = { name: BUYER, email: '', whatsapp: '', rut: '', address: '', url: '' };
  await page.setViewportSize({ width: 360, height: 700 });
  await page.setContent(renderHtml(letter, sender));
  await expectFits(page);
});
