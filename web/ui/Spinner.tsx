import styles from './Spinner.module.css';

/** Without text of its own; the text beside it says what is loading. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
