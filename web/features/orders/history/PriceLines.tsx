import styles from './PriceLines.module.css';

type Props = {
  /** What each line is for and what it comes to; a null value leaves its line out. */
  lines: readonly (readonly [name: string, value: string | null])[];
  total: string;
};

export function PriceLines({ lines, total }: Props) {
  return (
    <dl className={styles.lines}>
      {lines.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{total}</dd>
      </div>
    </dl>
  );
}
