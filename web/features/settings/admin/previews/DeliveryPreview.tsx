import { dueOn } from '#domain/business-days.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import {
  closuresAhead,
  type DeliveryPromise,
  describeClosure,
  describeDays,
} from '#domain/promise.ts';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Preview.module.css';

export function DeliveryPreview({ values }: { values: DeliveryPromise }) {
  const today = dayOf(Date.now());
  const { minDays, maxDays, closures } = values;
  const first = dueOn(today, { minDays, closures });
  const last = dueOn(today, { minDays: maxDays, closures });
  const ahead = closuresAhead(values, today);
  const later = closures.filter(({ to }) => to >= today).length - ahead.length;
  return (
    <>
      <p>
        Entrega en <strong>{describeDays(values)}</strong>
      </p>
      {first && last && (
        <p className={styles.soft}>
          Lo que se paga hoy llega {first === last ? 'el' : `entre el ${formatDay(first)} y el`}{' '}
          {formatDay(last)}.
        </p>
      )}
      {ahead.map((closure) => (
        <Notice key={`${closure.from} ${closure.to}`} tone="info">
          {describeClosure(closure)}
        </Notice>
      ))}
      {later > 0 && (
        <p className={styles.soft}>
          {later === 1 ? 'Otro cierre se avisa' : `Otros ${later} cierres se avisan`} desde 30 días
          antes.
        </p>
      )}
    </>
  );
}
