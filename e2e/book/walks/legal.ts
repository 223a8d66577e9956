import { button, openWizard } from '../../support/wizard.ts';
import { expect, type State, type Walk } from '../stage.ts';

/** A text linked in the page's footer. */
const reads = (name: string, link: string): State => ({
  name,
  hasFold: true,
  reach: async ({ page }) => {
    await page.keyboard.press('Escape');
    await page.getByRole('contentinfo').getByRole('button', { name: link, exact: true }).click();
    await expect(button(page, 'Imprimir')).toBeVisible();
  },
});

/** What is read before buying. */
export const legal: Walk = {
  name: 'legal',
  as: 'guest',
  states: [
    {
      name: 'foot',
      show: 'page',
      reach: async ({ page }) => {
        await openWizard(page);
        await expect(page.getByRole('contentinfo')).toContainText('RUT');
      },
    },
    reads('payment', 'Cómo pagar y despacho'),
    reads('terms', 'Términos y condiciones'),
    reads('withdrawal', 'Derecho a retracto'),
    reads('privacy', 'Privacidad'),
  ],
};
