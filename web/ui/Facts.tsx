import type { ReactNode } from 'react';
import styles from './Facts.module.css';

type Props = {
  /** Name and value of each; a null value leaves its fact out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
};

/** Names and values, one pair to a line. */
export function Facts({ facts }: Props) {
  return (
    <dl className={styles.facts}>
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
