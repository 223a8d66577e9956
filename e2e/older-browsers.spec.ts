import { makeJpeg } from './support/pictures.ts';
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

/** Removes what iOS 15.0, or a page over plain http, does not have. */
function makeOlder() {
  const remove = (target: object, ...names: string[]) => {
    for (const name of names) Reflect.deleteProperty(target, name);
  };
  remove(Crypto.prototype, 'randomUUID', 'subtle');
  remove(Navigator.prototype, 'locks', 'clipboard', 'mediaDevices', 'storage', 'serviceWorker');
  remove(Array, 'fromAsync');
  remove(Array.prototype, 'at', 'findLast', 'findLastIndex');
  remove(Array.prototype, 'toReversed', 'toSorted', 'toSpliced', 'with');
  remove(String.prototype, 'at', 'isWellFormed', 'toWellFormed');
  remove(Object, 'groupBy', 'hasOwn');
  remove(Map, 'groupBy');
  remove(Promise, 'withResolvers', 'try');
  remove(URL, 'canParse', 'parse');
  remove(AbortSignal, 'any', 'timeout');
  remove(HTMLDialogElement.prototype, 'show', 'showModal', 'close');
  remove(HTMLElement.prototype, 'inert');
  remove(globalThis, 'HTMLDialogElement', 'BroadcastChannel', 'OffscreenCanvas');
  remove(globalThis, 'structuredClone', 'requestIdleCallback', 'Iterator');
}

test.setTimeout(60_000);

test('an order works in iOS 15.0 and over plain http, the studio included', async ({ page }) => {
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.stack ?? error.message));
  await page.addInitScript(makeOlder);
  await openWizard(page);
  await pick(page, [await makeJpeg('curso.jpg')]);
  await expectUploaded(page, 1);
  await button(page, 'Ajustar curso.jpg').click();
  await button(page, 'Listo').click();
  await button(page, /^Continuar con/).click();
  await fillDelivery(page);
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeVisible();
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
  expect(thrown).toEqual([]);
});
