import { useState } from 'react';
import { formatPesos } from '#domain/base/money.ts';
import { describeArranged, describeNextDays, totalName } from '#domain/delivery/way-texts.ts';
import { depositOf } from '#domain/payments/deposit.ts';
import { whatsappUrl } from '#domain/people/phones.ts';
import { daysTo } from '#web/features/delivery/days-to.ts';
import { DepositLine } from '#web/features/payments/DepositLine.tsx';
import { HowToPay } from '#web/features/payments/HowToPay.tsx';
import { OnlinePart } from '#web/features/payments/OnlinePart.tsx';
import { ReceiptSender } from '#web/features/payments/ReceiptSender.tsx';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { readPlacedToken } from '#web/lib/kept-order.ts';
import { openLink } from '#web/lib/overlays.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { PlacedOrder } from './draft/draft.ts';
import styles from './PlacedNotice.module.css';

type Props = {
  placed: PlacedOrder;
  /** The next order has been started: number and link are enough. */
  isShort: boolean;
  onDismiss: () => void;
};

export function PlacedNotice({ placed, isShort, onDismiss }: Props) {
  const { id, total, email, howToPay, onItsWay } = placed;
  const account = accountOf(useAccountState());
  const token = readPlacedToken(id);
  const of = token ? { token } : account && { orderId: id };
  const [hasMoney, setHasMoney] = useState(false);
  const [hasReceipt, setHasReceipt] = useState(false);
  // A buyer who has sent a receipt is not asked to pay again, and one who owes nothing not at all.
  const paysOnline = usePageConfig().payments !== undefined && !hasReceipt && total !== 0;
  const payer = paysOnline ? token : null;
  const canPayOnline = payer !== null;
  const { deposit: rule } = usePageConfig();
  const deposit = rule && total ? depositOf(total, rule) : null;
  return (
    <section className={styles.notice} aria-label="Tu último pedido">
      <span className={`disc ${styles.mark}`} aria-hidden="true">
        <Icon name="tick" />
      </span>
      <div className={styles.head}>
        <h2 className={styles.title} tabIndex={-1} data-step-heading={!isShort || undefined}>
          {isShort ? 'Recibimos tu pedido anterior' : 'Recibimos tu pedido'}
        </h2>
        <p className={`row ${styles.line}`}>
          <strong className={styles.number}>{id}</strong>
          <CopyButton text={id} label="Copiar número" />
        </p>
        {total !== undefined && (
          <p>
            {totalName(onItsWay?.deliveryData)}: {formatPesos(total)}
          </p>
        )}
      </div>
      {!isShort && payer && total !== undefined && (
        <OnlinePart
          placed
          token={payer}
          total={total}
          className={`stack-3 ${styles.online}`}
          onMoney={setHasMoney}
        />
      )}
      {!isShort && howToPay && !hasMoney && (
        <section className={styles.pay} aria-label={canPayOnline ? 'O transfiere' : 'Cómo pagar'}>
          <h3>{canPayOnline ? 'O transfiere' : 'Cómo pagar'}</h3>
          <DepositLine total={total} to={onItsWay?.deliveryData} />
          <HowToPay details={howToPay} orderId={id} total={deposit ?? total} />
          {of && <ReceiptSender of={of} receipt={null} onSent={() => setHasReceipt(true)} />}
        </section>
      )}
      {!isShort && !hasMoney && (
        <NextSteps {...{ placed, canPayOnline, hasReceipt }} isDeposit={deposit !== null} />
      )}
      {!isShort && <Contact placed={placed} />}
      <div className={`row ${styles.actions}`}>
        {token && (
          <Button
            variant={isShort || (canPayOnline && !hasMoney) ? 'secondary' : 'primary'}
            onClick={() => openLink({ name: 'order', token })}
          >
            Ver mi pedido
          </Button>
        )}
        {!isShort && !account && email && (
          <Button variant="secondary" onClick={() => openSignIn('signUp', email)}>
            Crear cuenta con este correo
          </Button>
        )}
        <Button variant={token ? 'quiet' : 'secondary'} onClick={onDismiss}>
          Entendido
        </Button>
      </div>
    </section>
  );
}

type NextProps = {
  placed: PlacedOrder;
  canPayOnline: boolean;
  hasReceipt: boolean;
  /** A part of the total is asked for first. */
  isDeposit: boolean;
};

function NextSteps({ placed, canPayOnline, hasReceipt, isDeposit }: NextProps) {
  const { total, email, howToPay, onItsWay } = placed;
  const config = usePageConfig();
  const { short, arrival } = daysTo({ region: placed.region }, config);
  const isFree = total === 0;
  return (
    <ol className={`stack-1 ${styles.steps}`}>
      {!hasReceipt && !isFree && (
        <li>
          {howToPay ? (
            `${canPayOnline ? 'Paga aquí mismo, o transfiere' : 'Transfiere'} ${isDeposit ? 'el abono' : 'el total'} con los datos de arriba y adjunta tu comprobante.`
          ) : (
            <>
              {canPayOnline && 'Paga aquí mismo, o transfiere: '}
              {canPayOnline ? 'te' : 'Te'} escribimos{' '}
              {email ? <span dir="auto">a {email}</span> : 'pronto'} para coordinar{' '}
              {describeArranged(onItsWay?.deliveryData)}.
            </>
          )}
        </li>
      )}
      <li>
        {isFree
          ? 'No tienes que pagar nada: hacemos tus pines.'
          : 'Con el pago listo, hacemos tus pines.'}
      </li>
      <li>{describeNextDays(onItsWay ?? {}, { within: short, arrival, isFree })}</li>
    </ol>
  );
}

function Contact({ placed: { id, total } }: { placed: PlacedOrder }) {
  const { shop } = usePageConfig();
  const amount = total === undefined ? '' : `, por ${formatPesos(total)}`;
  const chat = whatsappUrl(shop.whatsapp, `Hola, les escribo por mi pedido ${id}${amount}.`);
  return (
    <p className={styles.contact}>
      Anota el número: con él te ayudamos si nos escribes.{' '}
      {chat && (
        <a href={chat} target="_blank" rel="noreferrer">
          Escribir por WhatsApp
        </a>
      )}
    </p>
  );
}
