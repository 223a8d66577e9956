import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type BuyerOrder, viewOrder } from '#contract/orders/orders.ts';
import type { OwnOrder } from '#contract/orders/own-order.ts';
import { type Asked, openDepositOf } from '#contract/payments/deposit.ts';
import { beginPayment } from '#contract/payments/online-payment.ts';
import { formatPesos } from '#domain/base/money.ts';
import { NEW_STATUS } from '#domain/orders/status.ts';
import {
  type PaymentProvider,
  providerNames,
  type ShownPaymentState,
} from '#domain/payments/attempt.ts';
import { callApi, Refusal } from '#web/lib/api.ts';
import { keepPaying } from '#web/lib/kept-order.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/Button.tsx';
import { Problem } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { useTask } from '#web/ui/use-task.ts';

type Props = {
  payment: NonNullable<BuyerOrder['onlinePayment']>;
  provider: PaymentProvider;
  of: OwnOrder;
  /** Whether the order can be paid now. */
  canPay: boolean;
  /** The order, from which follows whether it is paid in parts. */
  order: Asked & Pick<BuyerOrder, 'payments'>;
  /** Reads the order again. */
  refresh: () => void;
};

const AGAIN_MS = 5000;

/** Why the last attempt failed. */
const ends: Partial<Record<ShownPaymentState, string>> = {
  refused: 'El pago fue rechazado y no se cobró nada. Intenta de nuevo o usa otro medio.',
  aborted: 'Anulaste el pago y no se cobró nada. Puedes intentarlo de nuevo.',
  expired: 'El pago venció antes de terminar y no se cobró nada. Puedes intentarlo de nuevo.',
};

const MONEY_STATES: ReadonlySet<ShownPaymentState> = new Set([
  'unknown',
  'paid',
  'refunding',
  'refunded',
]);

/** The state of an order's online payment, and the button to pay. */
export function PayOnline({ payment, provider, of, canPay, order, refresh }: Props) {
  const { state, amount, refunded } = payment;
  const name = providerNames[provider];
  const open = openDepositOf(order);
  const button = { end: ends[state], of, refresh };
  const buttons =
    open > 0 ? (
      <>
        <PayButton
          {...button}
          label={`Pagar el abono de ${formatPesos(open)} con ${name}`}
          whole={false}
        />
        <PayButton {...button} label={`Pagar todo, ${formatPesos(order.amountDue)}`} whole />
      </>
    ) : (
      <PayButton
        {...button}
        label={
          isPartPaid(order)
            ? `Pagar el saldo de ${formatPesos(order.amountDue)} con ${name}`
            : `Pagar con ${name}`
        }
      />
    );
  useAgain(state === 'unknown' || state === 'open', refresh);
  if (state === 'unknown') {
    return (
      <Notice tone="info">
        No pagues otra vez, lo estamos confirmando. En unos minutos verás aquí cómo quedó.
      </Notice>
    );
  }
  if (state === 'paid' || state === 'refunding' || state === 'refunded') {
    return (
      <>
        <Notice tone={state === 'paid' ? 'success' : 'info'}>
          {describeMoney({ state, amount, refunded })}
        </Notice>
        {canPay && isPartPaid(order) && buttons}
      </>
    );
  }
  if (!canPay) return null;
  return buttons;
}

/** Returns true if a part of what is asked for came in. */
function isPartPaid({ payments, amountDue }: Props['order']): boolean {
  return payments.length > 0 && amountDue > 0;
}

type PlacedProps = Pick<Props, 'provider'> & {
  token: string;
  total: number;
  className: string | undefined;
  /** Reports whether money arrived or may have arrived, so that nobody pays twice. */
  onMoney: (hasMoney: boolean) => void;
};

/** The same for the holder of a link, when the order's payment is not known here. */
export function PayPlaced({ provider, token, total, className, onMoney }: PlacedProps) {
  const [shown, setShown] = useState<Pick<Props, 'payment' | 'order'> | null>(null);
  const refresh = async () => {
    const none = {
      payment: { state: 'none', amount: total, refunded: 0 } as const,
      order: {
        ...{ status: NEW_STATUS, deposit: null, amountDue: total, payments: [] },
        deliveryData: { pricing: { totalAmount: total } },
      },
    };
    const viewed = await callApi(viewOrder, { body: { token } }).catch(() => null);
    const known = viewed?.order.onlinePayment;
    if (known) onMoney(MONEY_STATES.has(known.state));
    setShown((now) => (known && viewed ? { payment: known, order: viewed.order } : (now ?? none)));
  };
  const begin = useEffectEvent(refresh);
  useEffect(() => void begin(), []);
  if (!shown) return <Spinner />;
  const { payment } = shown;
  return (
    <section className={className} aria-label="Pago en línea">
      <PayOnline
        {...{ ...shown, provider, of: { token } }}
        canPay={payment.state !== 'paid'}
        refresh={() => void refresh()}
      />
    </section>
  );
}

function describeMoney({ state, amount, refunded }: Props['payment']): string {
  if (state === 'refunded') return `Te devolvimos ${formatPesos(refunded)}.`;
  const paid = `Recibimos tu pago de ${formatPesos(amount)}.`;
  if (state === 'refunding') return `${paid} Te estamos devolviendo dinero.`;
  return refunded > 0 ? `${paid} Te devolvimos ${formatPesos(refunded)}.` : paid;
}

/** Reads again every few seconds while a result is pending. */
function useAgain(isWaiting: boolean, refresh: () => void) {
  const again = useEffectEvent(refresh);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => again(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
}

type ButtonProps = Pick<Props, 'of' | 'refresh'> & {
  label: string;
  /** Of an order with an open deposit: all of it, or the deposit alone. */
  whole?: boolean;
  /** Why the last attempt failed, if there was one. */
  end: string | undefined;
};

function PayButton({ label, whole, end, of, refresh }: ButtonProps) {
  // A retry after a lost response does not start a second payment.
  const key = useRef<string | null>(null);
  const { isBusy, error, run } = useTask(async () => {
    key.current ??= newKey();
    const headers = { 'Idempotency-Key': key.current };
    try {
      const begun = await callApi(beginPayment, { body: { ...of, whole }, headers });
      if ('token' in of) keepPaying(of.token);
      await goTo(begun);
      keepPaying(null);
      // The browser is back: reads the result; the next payment is a new one.
      key.current = null;
      refresh();
    } catch (cause) {
      if (cause instanceof Refusal) {
        key.current = null;
        refresh();
      }
      throw cause;
    }
  });
  return (
    <>
      <Problem error={error} />
      {error === null && end && <Notice tone="info">{end}</Notice>}
      <Button variant={whole ? 'secondary' : 'primary'} onClick={run} busy={isBusy}>
        {label}
      </Button>
    </>
  );
}

type Begun = { redirectUrl: string; fields: Record<string, string> };

/** Leaves for the provider's page; resolves if the browser shows this page again from its cache. */
function goTo({ redirectUrl, fields }: Begun): Promise<void> {
  if (Object.keys(fields).length === 0) {
    location.assign(redirectUrl);
  } else {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = redirectUrl;
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name, value });
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }
  return new Promise((resolve) => {
    addEventListener('pageshow', ({ persisted }) => persisted && resolve());
  });
}
