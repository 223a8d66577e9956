import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { refundOrder } from '#contract/payments/refunds-admin.ts';
import { formatPesos } from '#domain/base/money.ts';
import { mailboxOf } from '#domain/orders/mailbox.ts';
import { isUnderWay } from '#domain/orders/status.ts';
import { providerNames } from '#domain/payments/attempt.ts';
import {
  REFUND_WAYS,
  type RefundWay,
  refundWayLabels,
  sumAmounts,
} from '#domain/payments/refunds.ts';
import { pesosProblem, readWhole } from '#web/lib/decimals.ts';
import { ReauthenticationDeclined } from '#web/lib/reauthentication.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import styles from '#web/panel/order/Order.module.css';
import { OpenPart, Part } from '#web/panel/order/Part.tsx';
import { useOrderChange } from '#web/panel/order/queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Form, SelectField, TextField } from '#web/ui/FormFields.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { describeRefund, keptOf } from './refund-texts.ts';

type Props = { order: AdminOrderDetail };
type Shown = ReturnType<typeof useRefund>;

const TITLE = 'Devoluciones';
/** 'Hoy' behind the window has a region of the shorter name. */
const LABEL = `${TITLE} del pedido`;

/** What went back of an order's money and what still has to, with the form to give it back. */
export function RefundPart({ order }: Props) {
  const refund = useRefund(order);
  const kept = keptOf(order);
  if (order.refunds.length === 0 && kept <= 0) return null;
  const promised = promisedOf(order);
  // Without a promise, money that was paid online is refunded beside its payment.
  const hasForm = kept > 0 && (promised > 0 || heldOnline(order) === 0);
  const content = (
    <>
      {order.refunds.map((each) => (
        <p key={each.id}>{describeRefund(each)}</p>
      ))}
      {hasForm && <RefundForm {...{ order, refund }} left={kept} />}
    </>
  );
  if (promised > 0) {
    return (
      <OpenPart title={LABEL} outcome={refund.outcome}>
        <h3 className={styles.title}>{TITLE}</h3>
        {content}
      </OpenPart>
    );
  }
  const done = sumAmounts(order.refunds);
  const brief = done > 0 ? formatPesos(done) : 'Ninguna';
  return (
    <Part title={TITLE} label={LABEL} brief={brief} isEmpty={done === 0} outcome={refund.outcome}>
      {content}
    </Part>
  );
}

/** Returns the pesos that are promised and have not gone back. */
export function promisedOf({ refunds }: Pick<AdminOrderDetail, 'refunds'>): number {
  return sumAmounts(refunds.filter(({ doneOn }) => doneOn === null));
}

/** Returns the pesos that the provider can still give back. */
export function heldOnline({ onlinePayment: online }: AdminOrderDetail): number {
  if (online?.left !== undefined) return online.left;
  return online?.state === 'paid' ? online.amount - online.refunded : 0;
}

/** Sends a refund; an online one may need a fresh sign-in. */
export function useRefund(order: AdminOrderDetail) {
  const { isBusy, outcome, change } = useOrderChange(order, 'Error al devolver el dinero');
  const send = async (body: { amount: number; how: RefundWay; cancels: boolean }) => {
    const reason = body.cancels ? ({ reason: 'cancelled' } as const) : {};
    const { tone } = await change((target) =>
      callAdmin(refundOrder, { ...target, body: { ...body, ...reason } }),
    );
    return tone === 'success';
  };
  const isDeclined = outcome?.error instanceof ReauthenticationDeclined;
  return { isBusy, outcome: isDeclined ? null : outcome, send };
}

type FormProps = Props & {
  refund: Shown;
  /** Pesos that can go back. */
  left: number;
  /** The only way; by default the owner chooses. */
  how?: RefundWay;
};

/** The amount to give back, how, and whether the order is cancelled too. */
export function RefundForm({ order, refund, left, how: only }: FormProps) {
  const provider = order.onlinePayment?.provider ?? null;
  const online = heldOnline(order);
  const ways = REFUND_WAYS.filter((way) => way !== 'online' || online > 0);
  const [typed, setTyped] = useState<string | null>(null);
  const [picked, setHow] = useState<RefundWay | null>(null);
  const [isKept, setKept] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const how = only ?? picked ?? ways[0] ?? 'transfer';
  const max = how === 'online' ? Math.min(left, online) : left;
  const offered = Math.min(max, promisedOf(order) || max);
  const amount = typed === null ? offered : readWhole(typed);
  useUnsaved(amount !== offered);
  const problem = pesosProblem(amount, max);
  // Money that no order counts is given back without ending the order.
  const mayCancel = only === undefined && amount === keptOf(order) && isBefore(order);
  const cancels = mayCancel && !isKept;
  const money = formatPesos(amount);
  const hasEmail = mailboxOf(order) !== null;
  const name = provider && how === 'online' ? providerNames[provider] : null;
  const send = async () => {
    setAsking(false);
    if (await refund.send({ amount, how, cancels })) setTyped(null);
  };
  return (
    <>
      <Form className={styles.form} onSend={async () => setAsking(!problem)}>
        <TextField
          label="Monto a devolver"
          inputMode="numeric"
          required
          error={typed === '' ? undefined : problem}
          value={typed ?? String(amount)}
          onType={setTyped}
        />
        {only === undefined && (
          <SelectField
            label="Cómo se devuelve"
            value={how}
            options={ways.map((way) => [way, wayLabel(way, provider)] as const)}
            onPick={setHow}
          />
        )}
        {mayCancel && (
          <div className={styles.wide}>
            <Check checked={!isKept} onToggle={(isOn) => setKept(!isOn)}>
              Cancelar también el pedido
            </Check>
          </div>
        )}
        <div className={`row ${styles.wide}`}>
          <Button type="submit" variant="secondary" busy={refund.isBusy}>
            Devolver dinero
          </Button>
        </div>
      </Form>
      {isAsking && (
        <ConfirmDialog
          title="¿Devolver el dinero?"
          confirm={name ? 'Devolver' : 'Ya lo devolví'}
          cancel="Volver"
          busy={refund.isBusy}
          onConfirm={() => void send()}
          onCancel={() => setAsking(false)}
        >
          <p>
            {name
              ? `${name} devolverá ${money} a quien pagó el pedido ${order.id}. No se puede deshacer.`
              : `La devolución la haces tú: aquí queda anotado que devolviste ${money} del pedido ${order.id}${hasEmail ? ', y le avisamos por correo a quien compró' : ''}. No se puede deshacer.`}
          </p>
          {cancels && <p>El pedido queda cancelado.</p>}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Returns true while the order is open and nothing of it was made. */
function isBefore({ status, marks }: AdminOrderDetail): boolean {
  return isUnderWay(status) && Object.values(marks).every((mark) => mark === null);
}

function wayLabel(way: RefundWay, provider: keyof typeof providerNames | null): string {
  return way === 'online' && provider ? `Por ${providerNames[provider]}` : refundWayLabels[way];
}
