import type { PublicConfig } from '#contract/home/config.ts';
import { formatPesos } from '#domain/base/money.ts';
import { findNextTier, listTiers, priceOf } from '#domain/pins/price-tiers.ts';
import { usePageConfig } from '#web/lib/config.ts';
import styles from './PriceTable.module.css';

const NAME = 'Precio de cada pin';

type Choices = Parameters<typeof findNextTier>[0];

export function Prices({ choices }: { choices?: Choices }) {
  return choices ? <NextTier choices={choices} /> : <PriceTable />;
}

/** The unit price of each product by quantity. */
function PriceTable() {
  const { products } = usePageConfig();
  const tiers = listTiers(products);
  const hasExtras = products.some(({ finishes }) => finishes.some(({ extra }) => extra > 0));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a narrow screen.
    <section className={styles.prices} aria-label={NAME} tabIndex={0}>
      <table className={styles.table}>
        <caption>{NAME}</caption>
        <thead>
          <tr>
            <th scope="col">Producto</th>
            {tiers.map((from) => (
              <th key={from} scope="col">
                {tiers.length === 1 ? 'Precio' : from === 1 ? '1 pin' : `${from} o más`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <tr key={product.id}>
              <th scope="row">{describeProduct(product)}</th>
              {tiers.map((from) => (
                <td key={from}>{formatPesos(priceOf(product, from))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>
        {tiers.length > 1 && 'Se suman los pines del mismo producto, aunque lleven otra imagen. '}
        {hasExtras && 'Algunos acabados tienen un valor extra.'}
      </p>
    </section>
  );
}

/** What a few pins more would save. */
function NextTier({ choices }: { choices: Choices }) {
  const { products } = usePageConfig();
  const next = findNextTier(choices, products);
  if (!next) return null;
  const { product, more, price, saved } = next;
  const pins = more === 1 ? 'pin' : 'pines';
  const what = products.length > 1 ? `${more} más de ${product.name}` : `${more} ${pins} más`;
  return (
    <p className={styles.next}>
      {`${what}: ${formatPesos(price)} c/u, ahorras ${formatPesos(saved)} por pin`}
    </p>
  );
}

/** Many products are named after their size. */
function describeProduct({ name, press }: PublicConfig['products'][number]): string {
  const size = `${press.face.toLocaleString('es-CL')} mm`;
  return name.includes(size) ? name : `${name}, ${size}`;
}
