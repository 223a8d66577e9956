import { Fragment } from 'react';
import { formatPesos } from '#domain/base/money.ts';
import { describeGroup, type PinGroup } from '#domain/pins/choice.ts';
import { describePrices, PRICES_TITLE } from '#domain/pins/price-table.ts';
import { findNextTier } from '#domain/pins/price-tiers.ts';
import { usePageConfig } from '#web/lib/config.ts';
import styles from './PriceTable.module.css';

type Choices = Parameters<typeof findNextTier>[0];
type Props = { choices?: Choices; groups?: readonly PinGroup[] };

export function Prices({ choices, groups }: Props) {
  if (groups) return <Groups groups={groups} />;
  return choices ? <NextTier choices={choices} /> : <PriceTable />;
}

/** The unit price of each product by quantity. */
function PriceTable() {
  const table = describePrices(usePageConfig().products);
  if (table === null) return null;
  return (
    <div className={`stack-2 ${styles.prices}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Safari lets no key reach a scroller without it. */}
      <section className={`scrolls-across ${styles.across}`} aria-label={PRICES_TITLE} tabIndex={0}>
        <table className={styles.table}>
          <caption>{PRICES_TITLE}</caption>
          <thead>
            <tr>
              <th scope="col">Producto</th>
              {table.heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ id, name, prices }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                {prices.map((price, at) => (
                  <td key={table.heads[at]}>{price}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {table.note !== '' && <p className="soft">{table.note}</p>}
    </div>
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
