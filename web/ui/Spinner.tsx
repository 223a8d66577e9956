import styles from './Spinner.module.css';

/** Says nothing by itself: the text beside it does. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
