import { watchTasks } from './support/long-tasks.ts';
import { makePortrait } from './support/pictures.ts';
import { expect, test } from './support/test.ts';
import { button, expectUploaded, openWizard, pick } from './support/wizard.ts';

/** 12 megapixels, upright. */
const WIDTH = 3000;
const LONGEST_TASK_MS = 50;
const STEPS = 60;

test.use({ viewport: { width: 390, height: 780 } });

test('dragging a photo of 12 megapixels on a slow phone stutters nowhere @long @alone', async ({
  page,
  context,
}) => {
  await openWizard(page);
  await pick(page, [await makePortrait('grande.jpg', WIDTH)]);
  await expectUploaded(page, 1);
  await button(page, 'Ajustar grande.jpg').click();
  const stage = page.getByRole('slider', { name: /^Encuadre de/ });
  // The large copy has loaded.
  const preview = await stage.locator('img').getAttribute('src');
  await expect.poll(() => stage.locator('img').getAttribute('src')).not.toBe(preview);
  const box = await stage.boundingBox();
  if (!box) throw new Error('The stage is not to be seen.');

  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const endWatch = await watchTasks(session);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 0; step < STEPS; step += 1) {
    const turn = (step / STEPS) * 4 * Math.PI;
    await page.mouse.move(x + 60 * Math.sin(turn), y + 60 * (1 - Math.cos(turn)));
  }
  await page.mouse.up();
  for (let step = 0; step < STEPS / 2; step += 1) await page.mouse.wheel(0, step < 20 ? -40 : 40);
  const longest = await endWatch();
  test.info().annotations.push({ type: 'longest task', description: `${longest.toFixed(1)} ms` });
  expect(longest).toBeLessThan(LONGEST_TASK_MS);
});
