import { useQueryClient } from '@tanstack/react-query';
import {
  handlePayment,
  type StrayReason,
  type TodayStray,
  unhandlePayment,
} from '#contract/payments/stray-payments.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { providerNames } from '#domain/payments/attempt.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import parts from '#web/panel/parts.module.css';
import rows from '#web/panel/Rows.module.css';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { refreshAll } from './queries.ts';
import { ActRow, DoneLinks, RowActs } from './RowActs.tsx';
import type { Done, RowAct } from './row-acts.ts';
import styles from './StrayPayments.module.css';
import today from './Today.module.css';
import { useRowActs } from './use-row-acts.ts';

const reasons: Readonly<Record<StrayReason, string>> = {
  cancelled: 'El pedido está cancelado',
  deleted: 'El pedido fue eliminado',
  paid: 'El pedido ya estaba pagado',
  amount: 'No es el monto del pedido',
  currency: 'No se pagó en pesos',
  unknown: 'No es de ningún pedido de la tienda',
};

const TITLE = 'Pagos sin pedido';

type Props = { strays: readonly TodayStray[]; count: number; onOpen: (orderId: string) => void };

/** Online payments that no order counts; a row closes when the money went back, or by its act. */
export function StrayPayments({ strays, count, onOpen }: Props) {
  const client = useQueryClient();
  const acts = useRowActs(idOf, () => refreshAll(client));
  const shown = acts.place(TITLE, strays);
  if (shown.length === 0) return null;
  return (
    <section className="stack-2" aria-label={TITLE}>
      <h4 className={`row ${today.title}`}>
        {TITLE} <span className={today.count}>{count}</span>
      </h4>
      <p className="soft">Llegó dinero que ningún pedido espera</p>
      <ul className="stack-2" aria-label={TITLE}>
        {shown.map((stray) => (
          <StrayRow
            key={stray.id}
            stray={stray}
            act={acts.actOf(stray)}
            onOpen={onOpen}
            onHandle={() => acts.run({ list: TITLE, shown, keys: [stray.id] }, () => handle(stray))}
            onUndo={acts.undo}
            onEnd={acts.end}
          />
        ))}
      </ul>
      {count > strays.length && (
        <p className="soft">
          Se muestran {strays.length} de {count}.
        </p>
      )}
    </section>
  );
}

const idOf = ({ id }: TodayStray) => id;

async function handle(stray: TodayStray): Promise<Done> {
  const params = { id: stray.id };
  await callAdmin(handlePayment, { params });
  return {
    text: 'Resuelto',
    news: `Pago de ${describeAmount(stray)} resuelto`,
    chat: null,
    undo: () => callAdmin(unhandlePayment, { params }),
  };
}

type RowProps = Pick<Props, 'onOpen'> & {
  stray: TodayStray;
  act: RowAct<TodayStray> | undefined;
  onHandle: () => void;
  onUndo: (act: RowAct<TodayStray>) => void;
  onEnd: (act: RowAct<TodayStray>) => void;
};

function StrayRow({ stray, act, onOpen, onHandle, onUndo, onEnd }: RowProps) {
  const { provider, providerId, orderId, reason, at } = stray;
  const amount = describeAmount(stray);
  const subject = `pago de ${amount}${orderId === null ? '' : `, pedido ${orderId}`}`;
  return (
    <ActRow act={act} className={`${rows.row} ${styles.row}`}>
      <p className={styles.what}>
        <strong>{amount}</strong>
        {act?.done ? (
          <DoneLinks act={act} subject={subject} onEnd={() => onEnd(act)} />
        ) : (
          <span className="soft">{`${providerNames[provider]} · ${formatDateTime(at)}`}</span>
        )}
      </p>
      <div className="stack">
        <p>
          <span>{orderId === null ? reasons[reason] : `${reasons[reason]} (${orderId})`}</span>{' '}
          {act?.done && <Badge tone="good">{act.done.text}</Badge>}
        </p>
        <p className="soft">
          {`${howToRefund(stray)}${providerId === null ? '' : ` · Número ${providerId}`}`}
        </p>
      </div>
      <div className={`row ${styles.acts}`}>
        <RowActs
          act={act}
          subject={subject}
          label="Ya lo resolví"
          variant="quiet"
          onAct={onHandle}
          onUndo={() => act && onUndo(act)}
        >
          {orderId !== null && reason !== 'deleted' ? (
            <Button
              variant="secondary"
              className={parts.button}
              aria-label={`Ver el pedido: ${subject}`}
              onClick={() => onOpen(orderId)}
            >
              Ver el pedido
            </Button>
          ) : (
            <span />
          )}
        </RowActs>
      </div>
    </ActRow>
  );
}

function howToRefund({ isRefunding, canRefund, provider }: TodayStray): string {
  if (isRefunding) return 'Devolución en curso';
  if (canRefund) return 'Devuélvelo desde el pedido, en ‘Pago en línea’';
  return `Devuélvelo en el portal de ${providerNames[provider]}`;
}

/** Returns such as `$5.700`, or `5.700 USD` in another currency. */
function describeAmount({ amount, currency }: TodayStray): string {
  if (currency === 'CLP') return formatPesos(amount);
  return `${amount.toLocaleString('es-CL')} ${currency}`.trim();
}
