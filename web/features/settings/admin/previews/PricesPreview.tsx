import { formatPesos } from '#domain/base/money.ts';
import { regionName } from '#domain/delivery/regions.ts';
import { findDrops } from '#domain/orders/price-drops.ts';
import type { Prices } from '#domain/orders/prices.ts';
import { priceOrder } from '#domain/orders/pricing.ts';
import { choosePins } from '#domain/pins/choice.ts';
import { describePrice, unitPrice } from '#domain/pins/pin.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { usePageConfig } from '#web/lib/config.ts';
import parts from '#web/panel/parts.module.css';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Preview.module.css';

const SAMPLES = [1, 10, 50];
const DESTINATIONS = [
  { name: 'A Chillán', to: { region: '', city: 'Chillán' } },
  { name: 'A otra ciudad', to: { region: '', city: '' } },
];

export function PricesPreview({ values: prices }: { values: Prices }) {
  const pins = [...new Set([...SAMPLES, ...prices.steps.map(({ from }) => from)])];
  const offered = offeredPins({ prices, press: usePageConfig().press });
  return (
    <>
      <p>
        Cada pin cuesta <strong>{describePrice(prices)}</strong>.
      </p>
      <table className={styles.table}>
        <caption className="visually-hidden">Lo que se paga en total, con envío</caption>
        <thead>
          <tr>
            <th scope="col">Pines</th>
            {DESTINATIONS.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pins
            .sort((a, b) => a - b)
            .map((quantity) => (
              <tr key={quantity}>
                <th scope="row" data-label="Pines">
                  {quantity}
                  <small>{formatPesos(unitPrice(prices, quantity))} c/u</small>
                </th>
                {DESTINATIONS.map(({ name, to }) => (
                  <td key={name} data-label={name}>
                    {formatPesos(
                      priceOrder({
                        lines: choosePins([{ quantity }], offered),
                        to,
                        shipping: prices,
                      }).totalAmount,
                    )}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      <p className={parts.soft}>Totales con el envío incluido.</p>
      {prices.shippingByRegion.length > 0 && (
        <ul className={styles.lines}>
          {prices.shippingByRegion.map(({ region, price }) => (
            <li key={region}>
              Envío a {regionName(region)}: {formatPesos(price)}
            </li>
          ))}
        </ul>
      )}
      <Drops prices={prices} />
    </>
  );
}

function Drops({ prices }: { prices: Prices }) {
  const drops = findDrops(prices);
  if (drops.length === 0) return null;
  return (
    <Notice tone="info" className={styles.lines}>
      <p>Más pines costarían menos:</p>
      <ul className={styles.lines}>
        {drops.map(({ pins, cost, before }) => (
          <li key={pins}>
            {pins} por {formatPesos(cost)}, y {pins - 1} por {formatPesos(before)}.
          </li>
        ))}
      </ul>
      <p>Puedes guardarlo así, si es lo que quieres.</p>
    </Notice>
  );
}
