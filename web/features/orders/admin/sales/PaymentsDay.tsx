import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DayPayment, exportPayments, listPayments } from '#contract/online-payment-admin.ts';
import { dayOf, formatDateTime } from '#domain/dates.ts';
import { formatPesos } from '#domain/money.ts';
import { type PaymentProvider, providerNames } from '#domain/payment.ts';
import { paymentMethodLabels, paymentStateLabels } from '#domain/payment-labels.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { download } from '#web/features/admin/download.ts';
import { Failed, QueryFailed } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { OrderWindow } from '../detail/OrderWindow.tsx';
import styles from './Sales.module.css';
import salesTableStyles from './SalesTable.module.css';

const PAYMENTS = ['admin', 'payments'];

/** A day's payments online, as the shop and the provider have them. */
export function PaymentsDay({ provider }: { provider: PaymentProvider }) {
  const client = useQueryClient();
  const [today] = useState(() => dayOf(Date.now()));
  const [day, setDay] = useState(today);
  const [open, setOpen] = useState<string | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...PAYMENTS, day],
    queryFn: ({ signal }) => callAdmin(listPayments, { query: { day }, signal }),
    enabled: day !== '',
  });
  const csv = useTask(() =>
    download(exportPayments, { query: { day }, fallbackName: `pagos-${day}.csv` }),
  );
  const close = () => {
    setOpen(null);
    void client.invalidateQueries({ queryKey: PAYMENTS });
  };
  return (
    <>
      <div className={styles.choice}>
        <TextField label="Día" type="date" required max={today} value={day} onType={setDay} />
        <Button
          variant="secondary"
          className={parts.button}
          disabled={!data?.payments.length}
          busy={csv.isBusy}
          onClick={csv.run}
        >
          Descargar CSV
        </Button>
      </div>
      <Failed what="Error al descargar los pagos" error={csv.error} />
      <QueryFailed what="Error al cargar los pagos" query={{ error, isFetching, refetch }} />
      {!data && isFetching && <Skeleton lines={2} height="8rem" />}
      {data?.payments.length === 0 && (
        <EmptyState art="cards">Nadie pagó en línea ese día.</EmptyState>
      )}
      {data && data.payments.length > 0 && (
        <Day payments={data.payments} name={providerNames[provider]} onOpen={setOpen} />
      )}
      {open && <OrderWindow key={open} id={open} onClose={close} onDeleted={close} />}
    </>
  );
}

type DayProps = { payments: readonly DayPayment[]; name: string; onOpen: (id: string) => void };

function Day({ payments, name, onOpen }: DayProps) {
  const taken = payments.filter(({ state }) => TAKEN.has(state));
  const sum = (read: (payment: DayPayment) => number) =>
    taken.reduce((total, payment) => total + read(payment), 0);
  const fees = taken.some(({ fee }) => fee !== null) ? sum(({ fee }) => fee ?? 0) : null;
  const [amount, refunded] = [sum((each) => each.amount), sum((each) => each.refunded)];
  return (
    <>
      <Verdict payments={payments} name={name} />
      <Facts
        variant="tiles"
        facts={[
          [
            'Cobrado',
            `${formatPesos(amount)} en ${taken.length === 1 ? '1 pago' : `${taken.length} pagos`}`,
          ],
          ['Devuelto', formatPesos(refunded)],
          ['Comisiones', fees === null ? null : formatPesos(fees)],
          ['Queda', formatPesos(amount - refunded - (fees ?? 0))],
        ]}
      />
      <table className={`${salesTableStyles.table} ${salesTableStyles.words}`}>
        <caption>Pagos en línea</caption>
        <thead>
          <tr>
            <th scope="col">Pedido</th>
            {columns.map(([heading]) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <tr key={`${payment.reference} ${payment.providerId}`}>
              <th scope="row">
                <Button variant="quiet" onClick={() => onOpen(payment.orderId)}>
                  {payment.orderId}
                </Button>
              </th>
              {columns.map(([heading, read]) => (
                <td key={heading} data-label={heading}>
                  {read(payment)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const TAKEN: ReadonlySet<DayPayment['state']> = new Set(['paid', 'refunding', 'refunded']);

const columns: readonly (readonly [heading: string, read: (payment: DayPayment) => string])[] = [
  ['Fecha', ({ at }) => formatDateTime(at)],
  ['Estado', ({ state }) => paymentStateLabels[state]],
  [
    'Medio',
    ({ provider, method }) => (method ? paymentMethodLabels[method] : providerNames[provider]),
  ],
  ['Monto', ({ amount }) => formatPesos(amount)],
  ['Devuelto', ({ refunded }) => formatPesos(refunded)],
  ['Comisión', ({ fee }) => (fee === null ? '–' : formatPesos(fee))],
  ['Coincide', ({ agrees }) => (agrees === null ? 'Sin respuesta' : agrees ? 'Sí' : 'No')],
];

/** Whether the shop's list is the provider's. */
function Verdict({ payments, name }: Omit<DayProps, 'onOpen'>) {
  const wrong = payments.filter(({ agrees }) => agrees === false).length;
  const silent = payments.filter(({ agrees }) => agrees === null).length;
  if (wrong > 0) {
    return (
      <Notice tone="error">
        {wrong === 1 ? 'Un pago no coincidía' : `${wrong} pagos no coincidían`} con {name}. Ya
        anotamos lo que dice {name}: revisa esos pedidos.
      </Notice>
    );
  }
  if (silent > 0) {
    return (
      <Notice tone="info">
        {name} no respondió por {silent === 1 ? 'un pago' : `${silent} pagos`}. Intenta de nuevo en
        unos minutos.
      </Notice>
    );
  }
  return <Notice tone="success">Todo coincide con {name}.</Notice>;
}
