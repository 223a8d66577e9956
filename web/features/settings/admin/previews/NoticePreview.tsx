import { dayOf, formatDay } from '#domain/dates.ts';
import { closedMessage, type Notice as NoticeSettings, noticeOn } from '#domain/settings.ts';
import { Notice } from '#web/ui/Notice.tsx';
import bar from '../../NoticeLine.module.css';
import styles from './Preview.module.css';

export function NoticePreview({ values }: { values: NoticeSettings }) {
  const isShown = noticeOn(values, dayOf(Date.now())) !== null;
  return (
    <>
      {values.text ? (
        <div className={styles.page}>
          <p className={bar.notice} dir="auto">
            {values.text}
          </p>
        </div>
      ) : (
        <p>Sin aviso: la página de inicio queda como siempre.</p>
      )}
      {values.text && <p className={styles.soft}>{isShown ? untilWhen(values) : when(values)}</p>}
      {values.ordersClosed ? (
        <Notice tone="info">{closedMessage(values)}.</Notice>
      ) : (
        <p className={styles.soft}>La tienda recibe pedidos.</p>
      )}
    </>
  );
}

function untilWhen({ to }: NoticeSettings): string {
  return to ? `Se ve desde ya, hasta el ${formatDay(to)}.` : 'Se ve desde ya.';
}

function when({ from, to }: NoticeSettings): string {
  if (from && from > dayOf(Date.now())) return `Se ve desde el ${formatDay(from)}.`;
  return to ? `Ya no se ve: terminó el ${formatDay(to)}.` : '';
}
