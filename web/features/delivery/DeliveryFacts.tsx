import { toBody } from '#contract/delivery/delivery.ts';
import type { DeliveryForm } from '#domain/delivery/delivery.ts';
import { describeDelivery, summaryLabels } from '#domain/delivery/delivery-labels.ts';
import factStyles from '#web/ui/Facts.module.css';
import styles from './DeliveryFacts.module.css';

export function DeliveryFacts({ form }: { form: DeliveryForm }) {
  return (
    <dl className="stack-2">
      {describeDelivery(summaryLabels, toBody(form)).map(
        ({ field, label, text }) =>
          text && (
            <div key={field} className={`${factStyles.fact} ${styles.fact}`}>
              <dt>{label}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
