import { usePageConfig } from '#web/lib/config.ts';
import styles from './NoticeLine.module.css';

/** What the shop tells everybody for a time; without a text there is nothing to see of it. */
export function NoticeLine() {
  return <p className={styles.notice}>{usePageConfig().notice.text}</p>;
}
