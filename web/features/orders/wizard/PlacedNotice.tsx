import { formatPesos } from '#domain/money.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { HowToPay } from '../HowToPay.tsx';
import type { PlacedOrder } from './draft/draft.ts';
import styles from './PlacedNotice.module.css';

type Props = { placed: PlacedOrder; onDismiss: () => void };

export function PlacedNotice({ placed, onDismiss }: Props) {
  const { id, total, email, howToPay } = placed;
  return (
    <section className={styles.notice} aria-label="Tu último pedido">
      <span className={`rimmed ${styles.mark}`} aria-hidden="true">
        <Icon name="tick" />
      </span>
      <div className={styles.head}>
        <p>Recibimos tu pedido</p>
        <p className={styles.line}>
          <strong className={styles.number}>{id}</strong>
          <CopyButton text={id} label="Copiar número" />
        </p>
        {total !== undefined && <p>Total con envío: {formatPesos(total)}</p>}
      </div>
      {howToPay && (
        <section className={styles.pay} aria-label="Cómo pagar">
          <h3>Cómo pagar</h3>
          <HowToPay details={howToPay} orderId={id} total={total} />
        </section>
      )}
      <ol className={styles.steps}>
        <li>
          Te escribimos {email ? <span dir="auto">a {email}</span> : 'pronto'} para coordinar el
          pago y el envío.
        </li>
        <li>Con el pago listo, hacemos tus pines.</li>
        <li>Te llegan en {usePageConfig().shown.days} días hábiles.</li>
      </ol>
      <div className={styles.foot}>
        <p>Anota el número: con él te ayudamos si nos escribes.</p>
        <Button variant="secondary" onClick={onDismiss}>
          Entendido
        </Button>
      </div>
    </section>
  );
}
