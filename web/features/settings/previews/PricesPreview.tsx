import { formatPesos } from '#domain/base/money.ts';
import { regionName } from '#domain/delivery/regions.ts';
import { findDrops } from '#domain/orders/price-drops.ts';
import type { Prices } from '#domain/orders/prices.ts';
import { priceOrder } from '#domain/orders/pricing.ts';
import { choosePins } from '#domain/pins/choice.ts';
import { describePrice, unitPrice } from '#domain/pins/pin.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { FiguresTable } from '#web/panel/FiguresTable.tsx';
import { Notice } from '#web/ui/Notice.tsx';

const SAMPLES = [1, 10, 50];

export function PricesPreview({ values: prices }: { values: Prices }) {
  const offered = offeredPins({ prices, press: usePageConfig().press });
  const total = (quantity: number, city: string) =>
    formatPesos(
      priceOrder({
        lines: choosePins([{ quantity }], offered),
        to: { region: '', city },
        shipping: prices,
      }).totalAmount,
    );
  const pins = new Set([...SAMPLES, ...prices.steps.map(({ from }) => from)]);
  const drops = findDrops(prices);
  return (
    <>
      <p>
        Cada pin cuesta <strong>{describePrice(prices)}</strong>.
      </p>
      <FiguresTable
        caption="Totales con el envío incluido"
        head="Pines"
        rows={[...pins].sort((a, b) => a - b)}
        keyOf={String}
        name={(quantity) => `${quantity}, a ${formatPesos(unitPrice(prices, quantity))} c/u`}
        columns={[
          ['A Chillán', (quantity) => total(quantity, 'Chillán')],
          ['A otra ciudad', (quantity) => total(quantity, '')],
        ]}
      />
      {prices.shippingByRegion.length > 0 && (
        <ul className="stack-1">
          {prices.shippingByRegion.map(({ region, price }) => (
            <li key={region}>
              Envío a {regionName(region)}: {formatPesos(price)}
            </li>
          ))}
        </ul>
      )}
      {drops.length > 0 && (
        <Notice tone="info" className="stack-1">
          <p>Más pines costarían menos:</p>
          <ul className="stack-1">
            {drops.map(({ pins: more, cost, before }) => (
              <li key={more}>
                {more} por {formatPesos(cost)}, y {more - 1} por {formatPesos(before)}.
              </li>
            ))}
          </ul>
          <p>Puedes guardarlo así, si es lo que quieres.</p>
        </Notice>
      )}
    </>
  );
}
