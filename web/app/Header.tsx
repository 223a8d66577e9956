import type { ReactNode } from 'react';
import styles from './Header.module.css';

type Props = {
  shopName: string;
  /** What a visitor can do with their account. */
  account?: ReactNode;
};

export function Header({ shopName, account }: Props) {
  return (
    <header className={styles.header}>
      <a className={styles.logo} href="/">
        <span className={styles.mark} aria-hidden="true" />
        {shopName}
      </a>
      {account && <div className={styles.account}>{account}</div>}
    </header>
  );
}
