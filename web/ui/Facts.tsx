import type { ReactNode } from 'react';
import styles from './Facts.module.css';

type Props = {
  /** Name and value of each; a null value leaves its fact out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** A pair to a line, or each value under its name and several side by side. */
  variant?: 'lines' | 'tiles';
};

export function Facts({ facts, variant = 'lines' }: Props) {
  return (
    <dl className={`${styles.facts} ${styles[variant]}`}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
