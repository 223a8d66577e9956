import styles from './SendingBar.module.css';

/** Upload progress. @param share from 0 to 1 */
export function SendingBar({ share, label }: { share: number; label: string }) {
  return <progress className={styles.bar} value={share} max={1} aria-label={label} />;
}
