import { useState } from 'react';
import { ADMIN_LIMITS, type AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { changeOrderStatus, recordShipping } from '#contract/orders/orders-admin-calls.ts';
import { removeMark, setMark } from '#contract/production/workshop.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { keysOf } from '#domain/base/keys.ts';
import { isPickedUp } from '#domain/delivery/way-texts.ts';
import { actTexts, MARKS, type Mark } from '#domain/orders/order-stage.ts';
import { isUnderWay, isVoid, readStatus, statusLabel } from '#domain/orders/status.ts';
import { trackingUrl } from '#domain/production/couriers.ts';
import { cancelWarning } from '#web/features/payments/refund-texts.ts';
import { ParcelFields } from '#web/features/production/ParcelFields.tsx';
import { ParcelPapers } from '#web/features/production/ParcelPapers.tsx';
import { useSettings } from '#web/features/settings/queries.ts';
import { actorName } from '#web/panel/audit-texts.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import styles from '#web/panel/order/Order.module.css';
import { STATUS_OPTIONS } from '#web/panel/order/order-texts.ts';
import { Part } from '#web/panel/order/Part.tsx';
import { useOrderChange } from '#web/panel/order/queries.ts';
import { usePartForm } from '#web/panel/order/use-part-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Form, SelectField, TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';

export function StatusPart({ order }: { order: AdminOrderDetail }) {
  const form = usePartForm(order, 'Error al cambiar el estado', {
    status: order.status,
    reason: '',
  });
  const status = readStatus(form.values.status);
  const isMoved = status !== order.status;
  const save = async () => {
    if (!status || !isMoved) return;
    const body = { status, reason: form.values.reason.trim() || null };
    await form.save((target) => callAdmin(changeOrderStatus, { ...target, body }));
  };
  const warning = isMoved && isVoid(form.values.status) ? cancelWarning([order]) : null;
  return (
    <Part title="Cambiar estado" brief={statusLabel(order.status)} outcome={form.outcome}>
      <Form className={styles.form} onSend={save}>
        <SelectField label="Cambiar a" options={STATUS_OPTIONS} {...form.choice('status')} />
        <TextField
          label="Motivo"
          isOptional
          dir="auto"
          maxLength={ADMIN_LIMITS.reason}
          placeholder="Lo leerá quien compró, en su correo"
          {...form.field('reason')}
        />
        {warning && (
          <div className={styles.wide}>
            <Notice tone="info">{warning}</Notice>
          </div>
        )}
        <div className={styles.wide}>
          <Button type="submit" variant="secondary" busy={form.isBusy} disabled={!isMoved}>
            Cambiar estado
          </Button>
        </div>
      </Form>
    </Part>
  );
}

export function WorkshopPart({ order }: { order: AdminOrderDetail }) {
  const { marks } = order;
  const [busyMark, setBusyMark] = useState<Mark | null>(null);
  const { isBusy, outcome, change } = useOrderChange(order, 'Error al guardar la marca');
  const toggle = async (mark: Mark) => {
    setBusyMark(mark);
    await change(({ params: { id }, version }) => {
      const target = { params: { id, mark }, version };
      return marks[mark]
        ? callAdmin(removeMark, target)
        : callAdmin(setMark, { ...target, body: {} });
    });
    setBusyMark(null);
  };
  const isAgain = order.reprint?.isUnderWay === true;
  const mayMark = isUnderWay(order.status) || isAgain;
  const how = { isPickedUp: isPickedUp(order) };
  const done = keysOf(MARKS).flatMap((mark) => (marks[mark] ? actTexts(mark, how).label : []));
  return (
    <Part
      title="Taller"
      brief={done.join(', ') || 'Sin marcas'}
      isEmpty={done.length === 0}
      outcome={outcome}
    >
      <p className="soft">{isAgain ? OF_REPRINT : hint(mayMark, marks.dispatched !== null, how)}</p>
      <ul className="stack-2">
        {keysOf(MARKS).map((mark) => {
          const noted = marks[mark];
          const { label } = actTexts(mark, how);
          return (
            <li key={mark} className={styles.mark}>
              <span>
                <strong>{label}</strong>{' '}
                <span className="soft">
                  {noted ? `${formatDateTime(noted.at)} · ${actorName(noted.by)}` : 'Aún no'}
                </span>
              </span>
              <Button
                variant={noted ? 'quiet' : 'secondary'}
                aria-label={noted ? `Quitar ${label}` : `Marcar ${label}`}
                busy={busyMark === mark}
                disabled={isBusy || (!noted && !mayMark)}
                onClick={() => void toggle(mark)}
              >
                {noted ? 'Quitar' : 'Marcar'}
              </Button>
            </li>
          );
        })}
      </ul>
      <div className="row">
        <ParcelPapers ids={[order.id]} />
      </div>
    </Part>
  );
}

const OF_REPRINT = 'Son las marcas de los pines que haces de nuevo; el estado no cambia.';

function hint(mayMark: boolean, isDispatched: boolean, how: { isPickedUp: boolean }): string {
  const [ready, left] = (['packed', 'dispatched'] as const).map((act) => actTexts(act, how).label);
  if (mayMark && how.isPickedUp) {
    return `${ready} le escribe a quien compró; ${left} completa el pedido y le escribe también.`;
  }
  if (mayMark) return `${left} completa el pedido y le escribe a quien compró.`;
  if (isDispatched) return `Al quitar ${left} el pedido vuelve al taller.`;
  return 'El pedido no está en el taller: cambia su estado para marcarlo.';
}

const describeParcel = ({ courier, trackingNumber }: AdminOrderDetail['shipping']) =>
  [courier, trackingNumber].filter(Boolean).join(' · ') || 'Sin datos';

/** The parcel of an order, and of its reprint if there is one. */
export function ShippingPart({ order }: { order: AdminOrderDetail }) {
  return (
    <>
      <ParcelPart order={order} title="Envío" shipping={order.shipping} ofReprint={false} />
      {order.reprint && (
        <ParcelPart
          order={order}
          title="Envío de la reimpresión"
          shipping={order.reprint.shipping}
          ofReprint
        />
      )}
    </>
  );
}

type ParcelPartProps = {
  order: AdminOrderDetail;
  title: string;
  shipping: AdminOrderDetail['shipping'];
  ofReprint: boolean;
};

function ParcelPart({ order, title, shipping, ofReprint }: ParcelPartProps) {
  const form = usePartForm(order, 'Error al guardar el envío', {
    courier: shipping.courier ?? '',
    number: shipping.trackingNumber ?? '',
  });
  const couriers = useSettings().data?.settings.couriers.values.couriers ?? [];
  const url = trackingUrl(shipping.courier ?? '', shipping.trackingNumber, couriers);
  const save = () => {
    const courier = form.values.courier.trim() || null;
    const trackingNumber = form.values.number.trim() || null;
    const body = { courier, trackingNumber, ofReprint };
    return form.save((target) => callAdmin(recordShipping, { ...target, body }));
  };
  return (
    <Part
      title={title}
      brief={describeParcel(shipping)}
      isEmpty={!shipping.courier && !shipping.trackingNumber}
      outcome={form.outcome}
    >
      <p className="soft">
        {ofReprint
          ? 'Se ve en la página del pedido, y va en el correo cuando sale.'
          : 'Va en el próximo correo sobre el estado del pedido.'}
      </p>
      <Form className={styles.form} onSend={save}>
        <ParcelFields courier={form.field('courier')} number={form.field('number')} />
        <div className={styles.wide}>
          <Button type="submit" variant="secondary" busy={form.isBusy} disabled={!form.isTyped}>
            Guardar envío
          </Button>
        </div>
      </Form>
      {url && (
        <div className="row">
          <a href={url} target="_blank" rel="noreferrer">
            Seguir el envío
          </a>
          <CopyButton text={url} label="Copiar enlace" />
        </div>
      )}
    </Part>
  );
}
