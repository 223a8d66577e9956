import { watchTasks } from './support/long-tasks.ts';
import { makeLargeJpeg } from './support/pictures.ts';
import { expect, test } from './support/test.ts';
import { button, expectUploaded, openWizard } from './support/wizard.ts';

const COUNT = 30;
const FIVE_MB = 5_242_880;
const LONGEST_TASK_MS = 100;
/** Memory that the page may still use after thirty pictures. */
const MEMORY_BYTES = 60_000_000;

test('thirty pictures of 5 MB freeze nothing @long @alone', async ({ page, context }) => {
  const { buffer } = await makeLargeJpeg('grande.jpg', FIVE_MB - 1000);
  await page.route('**/probe.jpg', (route) => route.fulfill({ body: buffer }));
  await openWizard(page);

  // The files are made inside the page before the measurement starts: passing 150 MB through the
  // driver would be measured too.
  const files = await page.evaluateHandle(async (count) => {
    const bytes = await (await fetch('/probe.jpg')).blob();
    const data = new DataTransfer();
    for (let n = 0; n < count; n += 1) {
      data.items.add(new File([bytes, String(n)], `${n}.jpg`, { type: 'image/jpeg' }));
    }
    return data;
  }, COUNT);
  const session = await context.newCDPSession(page);
  const endWatch = await watchTasks(session);
  await page.locator('input[type=file] + *').dispatchEvent('drop', { dataTransfer: files });

  await expect(page.getByText(`Se agregaron ${COUNT} imágenes`)).toBeVisible();
  await button(page, /^Agregar una nota a/)
    .first()
    .click();
  await page.getByLabel('Notas').first().fill('se puede escribir mientras suben');
  const seen = page.locator('li', { has: page.locator('img[src^="blob:"]') });
  await expect(seen).toHaveCount(COUNT, { timeout: 120_000 });
  await expectUploaded(page, COUNT, 120_000);
  expect(await endWatch()).toBeLessThan(LONGEST_TASK_MS);

  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  expect(usedSize).toBeLessThan(MEMORY_BYTES);
  await button(page, 'Continuar con 30 imagenes').click();
  await expect(page.getByLabel('Nombre de quien recibe')).toBeVisible();
});
