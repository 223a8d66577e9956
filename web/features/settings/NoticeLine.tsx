import { usePageConfig } from '#web/lib/config.ts';
import styles from './NoticeLine.module.css';

/** The shop's temporary notice to all visitors; invisible while empty. */
export function NoticeLine() {
  return <p className={styles.notice}>{usePageConfig().notice.text}</p>;
}
