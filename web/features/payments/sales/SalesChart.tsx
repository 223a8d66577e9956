import type { ReactNode } from 'react';
import { formatPesos } from '#domain/base/money.ts';
import styles from './Sales.module.css';

type Bar = {
  /** The first of its days. */
  from: string;
  text: string;
  /** Pesos, and which part of them is filled. */
  amount: number;
  paid: number;
};

type Props = {
  bars: readonly Bar[];
  /** What follows the highest amount, such as ` al día`. */
  per?: string;
  legend?: ReactNode;
  /** Names the first day of the first and of the last bar. */
  nameOf: (from: string) => string;
  /** The text of the chart as a picture; omitted: a list of the bars' texts. */
  summary?: string;
};

/** Bars of sales, each with its figures as a text. */
export function SalesChart({ bars, per, legend, nameOf, summary }: Props) {
  const max = maxOf(bars);
  const list = (
    <ol className={styles.bars}>
      {bars.map(({ from, text, amount, paid }) => (
        <li key={from} title={text}>
          <span className={styles.bar} style={{ height: share(amount, max) }}>
            <span className={styles.paid} style={{ height: share(paid, amount) }} />
          </span>
          <span className="visually-hidden">{text}</span>
        </li>
      ))}
    </ol>
  );
  return (
    <figure className={styles.figure}>
      <figcaption className={`soft ${styles.axis}`}>
        <span>
          Máximo: {formatPesos(max)}
          {per}
        </span>
        {legend}
      </figcaption>
      {summary === undefined ? (
        list
      ) : (
        <div role="img" aria-label={summary}>
          {list}
        </div>
      )}
      <p className={`soft ${styles.axis}`}>
        <span>{nameOf(bars[0]?.from ?? '')}</span>
        <span>{nameOf(bars.at(-1)?.from ?? '')}</span>
      </p>
    </figure>
  );
}

/** Returns the highest amount of some bars, in pesos. */
export function maxOf(bars: readonly Pick<Bar, 'amount'>[]): number {
  return Math.max(0, ...bars.map(({ amount }) => amount));
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0' : `${(100 * part) / whole}%`;
}
