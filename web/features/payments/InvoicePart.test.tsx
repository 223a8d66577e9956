import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sampleBuyerOrder } from '#contract/testing/samples.ts';
import { InvoicePart } from './InvoicePart.tsx';

test('a factura is asked for until there is a document, of what costs something', () => {
  const show = (pricing: Partial<typeof sampleBuyerOrder.deliveryData.pricing>) => {
    const deliveryData = {
      ...sampleBuyerOrder.deliveryData,
      pricing: { ...sampleBuyerOrder.deliveryData.pricing, deposit: null, ...pricing },
    };
    const order = { ...sampleBuyerOrder, id: 'A', deliveryData };
    return renderToStaticMarkup(
      <InvoicePart order={order} of={{ orderId: order.id }} onSent={() => undefined} />,
    );
  };
  expect(show({})).toContain('Pedir factura');
  expect(show({ totalAmount: 0 })).toBe('');
  // Without pictures it has no price yet.
  expect(show({ totalAmount: 0, imagesCount: 0 })).toContain('Pedir factura');
});
