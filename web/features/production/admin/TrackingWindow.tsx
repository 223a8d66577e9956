import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { ADMIN_LIMITS, type OrderResult } from '#contract/orders/orders-admin.ts';
import type { WorkshopOrder } from '#contract/production/workshop.ts';
import { readTrackingList, type UnusedLine } from '#domain/production/tracking-list.ts';
import { countOrders } from '#web/features/production/board-texts.ts';
import { ParcelFields } from '#web/features/production/ParcelFields.tsx';
import { HandoverButton } from '#web/features/production/ParcelPapers.tsx';
import { storeCourier, usualCourier } from '#web/features/production/usual-courier.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextArea } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { refreshBoard, sendParcels } from './queries.ts';
import { RefusedOrders } from './Steps.tsx';
import styles from './TrackingWindow.module.css';

type Props = {
  /** The orders to send, from the board. */
  orders: readonly WorkshopOrder[];
  onDone: () => void;
  onClose: () => void;
};

type Sent = { results: readonly OrderResult[]; isDispatched: boolean };

/** Reads pasted tracking numbers of many parcels, and shows their orders. */
export function TrackingWindow({ orders, onDone, onClose }: Props) {
  const client = useQueryClient();
  const [start] = useState(() => courierOf(orders));
  const [text, setText] = useState('');
  const [courier, setCourier] = useState(start);
  const [isDispatched, setDispatched] = useState(true);
  const [sent, setSent] = useState<Sent | null>(null);
  const ids = orders.map(({ id }) => id);
  const maxLength = ADMIN_LIMITS.trackingNumber;
  const { numbers, unused } = readTrackingList(useDeferredValue(text), { ids, maxLength });

  const { isBusy, error, run } = useTask(async () => {
    const versions = new Map(orders.map(({ id, version }) => [id, version]));
    const parcels = numbers.map((one) => ({ ...one, version: versions.get(one.id) }));
    const by = courier.trim() || null;
    storeCourier(by);
    try {
      setSent({ results: await sendParcels(parcels, { courier: by, isDispatched }), isDispatched });
    } finally {
      await refreshBoard(client);
    }
  });
  if (sent) return <SentWindow {...{ sent }} onClose={onDone} />;
  return (
    <FormDialog
      title="Números de seguimiento"
      subtitle={countOrders(orders.length)}
      isTyped={text.trim() !== '' || courier !== start}
      locked={isBusy}
      onClose={onClose}
    >
      <TextArea
        label="Números"
        hint="Pega una línea por pedido, con su código y su número. O solo los números, en el orden de abajo."
        rows={6}
        spellCheck={false}
        placeholder={`${ids[0]}, 123456789`}
        value={text}
        onType={setText}
      />
      <ParcelFields courier={{ value: courier, onType: setCourier }} number={null} isOptional />
      <UnusedLines lines={unused} />
      <Preview {...{ orders, numbers }} />
      <Check checked={isDispatched} onToggle={setDispatched}>
        Marcarlos como despachados: le avisamos por correo a quien compró
      </Check>
      <Failed what="Error al guardar los números" error={error} />
      <Actions isBusy={isBusy} onCancel={onClose}>
        <Button busy={isBusy} disabled={numbers.length === 0} onClick={run}>
          {describeAct(numbers.length, isDispatched)}
        </Button>
      </Actions>
    </FormDialog>
  );
}

function describeAct(count: number, isDispatched: boolean): string {
  if (count === 0) return isDispatched ? 'Despachar' : 'Guardar';
  if (isDispatched) return count === 1 ? 'Despachar 1 pedido' : `Despachar ${count} pedidos`;
  return count === 1 ? 'Guardar 1 número' : `Guardar ${count} números`;
}

/** Returns the common courier, by default the last one used; empty if they differ. */
function courierOf(orders: readonly WorkshopOrder[]): string {
  const named = new Set(
    orders.map(({ shipping, deliveryData }) => shipping.courier ?? deliveryData?.courier ?? null),
  );
  const [only] = named;
  if (named.size > 1) return '';
  return only ?? usualCourier();
}

function UnusedLines({ lines }: { lines: readonly UnusedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <Notice tone="error">
      {lines.length === 1 ? 'Esta línea no se usa:' : 'Estas líneas no se usan:'}
      <ul className={styles.lines}>
        {lines.map(({ line, text, reason }) => (
          <li key={line}>
            Línea {line}, <q dir="auto">{text}</q>: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type PreviewProps = {
  orders: readonly WorkshopOrder[];
  numbers: readonly { id: string; tracking: string }[];
};

function Preview({ orders, numbers }: PreviewProps) {
  const trackings = new Map(numbers.map(({ id, tracking }) => [id, tracking]));
  return (
    <ul className={styles.preview} aria-label="Qué número va a cada pedido">
      {orders.map(({ id, fullName, shipping }) => (
        <li key={id} className={styles.row} data-missing={!trackings.has(id) || undefined}>
          <strong className={styles.id}>{id}</strong>
          <span dir="auto">{fullName}</span>
          <span className={styles.number} dir="auto">
            {trackings.get(id) ??
              (shipping.trackingNumber ? `Tiene ${shipping.trackingNumber}` : 'Sin número')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function SentWindow({ sent, onClose }: { sent: Sent; onClose: () => void }) {
  const refused = sent.results.filter(({ success }) => !success);
  const done = sent.results.flatMap(({ id, success }) => (success ? id : []));
  const what = sent.isDispatched ? 'con su número y despachado' : 'con su número';
  return (
    <FormDialog
      title="Números de seguimiento"
      subtitle={countOrders(sent.results.length)}
      width="narrow"
      onClose={onClose}
    >
      {done.length > 0 && (
        <Notice tone="success">
          {countOrders(done.length)} {sent.isDispatched && done.length > 1 ? `${what}s` : what}
        </Notice>
      )}
      <RefusedOrders refused={refused} />
      <Actions>
        {done.length > 0 && <HandoverButton ids={done} />}
        <Button onClick={onClose}>Listo</Button>
      </Actions>
    </FormDialog>
  );
}
