import { hasPaymentDetails, type PaymentDetails, paymentLines } from '#domain/payment-details.ts';
import { Facts } from '#web/ui/Facts.tsx';
import styles from './Preview.module.css';

export function PaymentPreview({ values }: { values: PaymentDetails }) {
  if (!hasPaymentDetails(values)) {
    return <p>Te contactaremos pronto para coordinar el pago y envío.</p>;
  }
  return (
    <>
      <Facts facts={paymentLines(values).map(({ label, value }) => [label, value])} />
      {values.words && (
        <p className={styles.words} dir="auto">
          {values.words}
        </p>
      )}
    </>
  );
}
