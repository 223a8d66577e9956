import type { ReactNode } from 'react';
import styles from './Facts.module.css';

type Props = {
  /** Name and value of each; null or false as value omits the line. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** One pair per line, or values under their names, side by side. */
  variant?: 'lines' | 'tiles';
};

export function Facts({ facts, variant = 'lines' }: Props) {
  return (
    <dl className={`stack-2 ${styles[variant]}`}>
      {facts.map(
        ([name, value]) =>
          value !== null &&
          value !== false && (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
