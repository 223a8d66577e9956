import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type DayPayment,
  exportPayments,
  listPayments,
  type StrayPayment,
} from '#contract/payments/online-payment-admin.ts';
import { dayOf, formatDateTime } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { type PaymentProvider, providerNames } from '#domain/payments/attempt.ts';
import { paymentMethodLabels, paymentStateLabels } from '#domain/payments/payment-labels.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { DownloadButton } from '#web/panel/DownloadButton.tsx';
import { QueryState } from '#web/panel/Failure.tsx';
import { type Column, FiguresTable } from '#web/panel/FiguresTable.tsx';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import type { TabPlace } from '#web/panel/tab-place.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Sales.module.css';

const PAYMENTS = ['admin', 'payments'];

type Props = { provider: PaymentProvider } & Pick<TabPlace, 'orderWindow'>;

/** A day's online payments, compared between shop and provider. */
export function PaymentsDay({ provider, orderWindow }: Props) {
  const client = useQueryClient();
  const [today] = useState(() => dayOf(Date.now()));
  const [day, setDay] = useState(today);
  const [open, setOpen] = useState<string | null>(null);
  const list = useQuery({
    queryKey: [...PAYMENTS, day],
    queryFn: ({ signal }) => callAdmin(listPayments, { query: { day }, signal }),
    // Not while its year is typed.
    enabled: day >= '1970',
  });
  const { data, isFetching, refetch } = list;
  const close = () => {
    setOpen(null);
    void client.invalidateQueries({ queryKey: PAYMENTS });
  };
  return (
    <>
      <div className={styles.choice}>
        <TextField label="Día" type="date" required max={today} value={day} onType={setDay} />
        <DownloadButton
          file={exportPayments}
          of={{ query: { day }, fallbackName: `pagos-${day}.csv` }}
          failure="Error al descargar los pagos"
          disabled={!data || isEmpty(data)}
        >
          Descargar CSV
        </DownloadButton>
        {data && isUnread(data, provider) && (
          <SmallButton busy={isFetching} onClick={() => void refetch()}>
            Volver a comparar
          </SmallButton>
        )}
      </div>
      <QueryState what="Error al cargar los pagos" query={list} lines={2} height="8rem" />
      {data && isEmpty(data) && <EmptyState art="cards">Nadie pagó en línea ese día.</EmptyState>}
      {data && data.payments.length > 0 && (
        <Day payments={data.payments} name={providerNames[provider]} onOpen={setOpen} />
      )}
      {data && <Strays strays={data.strays} provider={provider} />}
      {open && orderWindow({ id: open, onClose: close, onDeleted: close })}
    </>
  );
}

type Closed = { payments: readonly DayPayment[]; strays: readonly StrayPayment[] | null };

function isEmpty({ payments, strays }: Closed): boolean {
  return payments.length === 0 && !strays?.length;
}

/** Returns true if the provider did not answer a request that it supports. */
function isUnread({ payments, strays }: Closed, provider: PaymentProvider): boolean {
  const lacksList = provider === 'mercadopago' && strays === null;
  return lacksList || payments.some(({ agrees }) => agrees === null);
}

type StraysProps = { strays: Closed['strays']; provider: PaymentProvider };

/** Payments at the provider without an order in the shop. */
function Strays({ strays, provider }: StraysProps) {
  const name = providerNames[provider];
  if (strays === null) {
    return (
      <p>
        {name} no nos dio su lista de ese día: si en su portal ves un pago que aquí no está, es un
        pago sin pedido.
      </p>
    );
  }
  if (strays.length === 0) return null;
  return (
    <>
      <Notice tone="info">
        {name} cobró{' '}
        {strays.length === 1 ? 'un pago que no es' : `${strays.length} pagos que no son`} de ningún
        pedido, como una venta con QR o con otro link:{' '}
        {strays.length === 1 ? 'no está' : 'no están'} en los totales.
      </Notice>
      <FiguresTable
        caption="Pagos sin pedido"
        head="Número"
        name={({ providerId }) => providerId}
        columns={strayColumns}
        rows={strays}
        keyOf={({ providerId }) => providerId}
      />
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
      <FiguresTable
        caption="Pagos en línea"
        head="Pedido"
        name={({ orderId }) => (
          <Button variant="quiet" onClick={() => onOpen(orderId)}>
            {orderId}
          </Button>
        )}
        columns={columns}
        rows={payments}
        keyOf={({ reference, providerId }) => `${reference} ${providerId}`}
      />
    </>
  );
}

const TAKEN: ReadonlySet<DayPayment['state']> = new Set(['paid', 'refunding', 'refunded']);

const dateColumn: Column<StrayPayment | DayPayment> = [
  'Fecha',
  ({ at }) => formatDateTime(at),
  'words',
];
const moneyColumns: readonly Column<StrayPayment | DayPayment>[] = [
  ['Monto', ({ amount }) => formatPesos(amount)],
  ['Devuelto', ({ refunded }) => formatPesos(refunded)],
  ['Comisión', ({ fee }) => (fee === null ? '–' : formatPesos(fee))],
];

const strayColumns: readonly Column<StrayPayment>[] = [
  dateColumn,
  ['Medio', ({ method }) => (method ? paymentMethodLabels[method] : '–'), 'words'],
  ...moneyColumns,
];

const columns: readonly Column<DayPayment>[] = [
  dateColumn,
  ['Estado', ({ state }) => paymentStateLabels[state], 'words'],
  [
    'Medio',
    ({ provider, method }) => (method ? paymentMethodLabels[method] : providerNames[provider]),
    'words',
  ],
  ...moneyColumns,
  ['Coincide', ({ agrees }) => (agrees === null ? 'Sin respuesta' : agrees ? 'Sí' : 'No'), 'words'],
];

/** Whether the lists of shop and provider agree. */
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
