import type { PaymentDetails } from '#domain/settings.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { labelOf } from '../describe-setting.ts';
import styles from './Preview.module.css';

const lines = ['bank', 'accountType', 'account', 'holder', 'rut', 'email'] as const;

/** What a buyer transfers the money by. */
export function PaymentPreview({ values }: { values: PaymentDetails }) {
  const set = lines.filter((name) => values[name] !== '');
  if (set.length === 0 && values.words === '') {
    return <p>Te contactaremos pronto para coordinar el pago y envío.</p>;
  }
  return (
    <>
      <Facts facts={set.map((name) => [labelOf(name), values[name]])} />
      {values.words && (
        <p className={styles.words} dir="auto">
          {values.words}
        </p>
      )}
    </>
  );
}
