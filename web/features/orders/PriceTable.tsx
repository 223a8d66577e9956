import { Fragment } from 'react';
import type { PublicConfig } from '#contract/home/config.ts';
import { formatPesos } from '#domain/base/money.ts';
import { describeGroup, type PinGroup } from '#domain/pins/choice.ts';
import { findNextTier, listTiers, priceOf } from '#domain/pins/price-tiers.ts';
import { usePageConfig } from '#web/lib/config.ts';
import styles from './PriceTable.module.css';

const NAME = 'Precio de cada pin';

type Choices = Parameters<typeof findNextTier>[0];
type Props = { choices?: Choices; groups?: readonly PinGroup[] };

export function Prices({ choices, groups }: Props) {
  if (groups) return <Groups groups={groups} />;
  return choices ? <NextTier choices={choices} /> : <PriceTable />;
}

/** The unit price of each product by quantity. */
function PriceTable() {
  const { products } = usePageConfig();
  const tiers = listTiers(products);
  if (products.length + tiers.length === 2) return null;
  const hasExtras = products.some(({ finishes }) => finishes.some(({ extra }) => extra > 0));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Safari lets no key reach a scroller without it.
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

/** Maximum number of kinds listed, so that the bar stays small. */
const NAMED = 3;

function Groups({ groups }: { groups: readonly PinGroup[] }) {
  const isLong = groups.length > NAMED + 1;
  const named = isLong ? groups.slice(0, NAMED) : groups;
  const texts = named.map(describeGroup);
  if (isLong) texts.push(`y ${groups.length - NAMED} tipos más`);
  return (
    <p className={styles.groups}>
      {texts.map((text, at) => (
        <Fragment key={text}>
          <span className={styles.whole}>
            {text}
            {at < texts.length - 1 && ' ·'}
          </span>{' '}
        </Fragment>
      ))}
    </p>
  );
}
