import type { BuyerOrder } from '#contract/orders/orders.ts';
import { formatPesos } from '#domain/base/money.ts';
import { paymentLines } from '#domain/payments/payment-details.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import styles from './HowToPay.module.css';

type Props = {
  details: NonNullable<BuyerOrder['howToPay']>;
  orderId: string;
  /** In pesos; undefined or NaN if unknown. */
  total: number | undefined;
};

export function HowToPay({ details, orderId, total }: Props) {
  const lines = [
    ...paymentLines(details).map(({ label, value }) => ({ label, value, copied: value })),
    ...(total === undefined || Number.isNaN(total)
      ? []
      : [{ label: 'Monto', value: formatPesos(total), copied: String(total) }]),
    { label: 'Referencia', value: orderId, copied: orderId },
  ];
  return (
    <div className={styles.pay}>
      <CopyButton
        text={lines.map(({ label, value }) => `${label}: ${value}`).join('\n')}
        label="Copiar todos los datos"
      />
      <dl className={styles.lines}>
        {lines.map(({ label, value, copied }) => (
          <div key={label}>
            <dt className="soft">{label}</dt>
            <dd>
              <span className={styles.value}>{value}</span>
              <CopyButton
                text={copied}
                label="Copiar"
                hidden={label === 'RUT' ? label : label.toLowerCase()}
              />
            </dd>
          </div>
        ))}
      </dl>
      {details.words && <p className={styles.words}>{details.words}</p>}
    </div>
  );
}
