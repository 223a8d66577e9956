import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FIRST_CHOICE } from '#domain/pins/choice.ts';
import type { Picture } from '#web/features/uploads/picture.ts';
import { createPreviewUrls } from '#web/features/uploads/preview-urls.ts';
import { pageConfig } from '#web/lib/config.ts';
import { unfilledConfig } from '#web/prerender.tsx';
import type { Placing } from '../submit/place-order.ts';
import { PlacedStep } from './PlacedStep.tsx';

pageConfig.set(unfilledConfig);

const picture = (number: number): Picture => ({
  id: `p${number}`,
  name: `${number}.png`,
  size: 1,
  order: number,
  file: null,
  notes: '',
  names: [],
  ...FIRST_CHOICE,
  look: null,
  upload: null,
  refusal: null,
});

/** Renders the confirmation of an order with a number of pictures. */
function show(
  count: number,
  onLeave: (() => void) | null = null,
  onItsWay?: Placing['onItsWay'],
  total?: number,
): string {
  return renderToStaticMarkup(
    <PlacedStep
      placing={{ id: 'AAAAA-BBBBB', at: 0, isEarlier: false, onItsWay, total }}
      pictures={Array.from({ length: count }, (_, number) => picture(number))}
      previews={createPreviewUrls()}
      onLeave={onLeave}
    />,
  );
}

const countPins = (page: string) => page.match(/--place/g)?.length;

test('eight pins show, then how many more there are', () => {
  expect(countPins(show(8))).toBe(8);
  expect(show(8)).not.toContain('>+');
  expect(countPins(show(11))).toBe(9);
  expect(show(11)).toContain('>+3</span>');
});

test('it leads on by itself, or by a button when that fails', () => {
  expect(show(1)).not.toContain('<button');
  const stuck = show(1, () => undefined);
  expect(stuck).toContain('Error al procesar el pedido. Por favor intenta de nuevo.');
  expect(stuck).toContain('>Volver al inicio</button>');
});

test('who picks the pins up is told of no parcel', () => {
  expect(show(1)).toContain('para coordinar el pago y envío.');
  const pickup = { place: 'Arauco 5', hours: '10 a 18 h' };
  const page = show(1, null, { deliveryData: { way: 'pickup' }, pickup });
  expect(page).toContain('para coordinar el pago y retiro.');
  expect(page).toMatch(/Si pagas hoy, puedes retirarlo .* en Arauco 5, 10 a 18 h\./);
});

test('who pays nothing is told of no payment', () => {
  const page = show(1, null, undefined, 0);
  expect(page).toContain('para coordinar el envío.');
  expect(page).not.toContain('pago');
});
