import type { ReactNode } from 'react';
import type { ComplaintRules } from '#domain/aftersales/complaints.ts';
import { addDays, dayOf, formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { arrivalOf, lastArrival } from '#domain/delivery/business-days.ts';
import {
  closuresAhead,
  DEFAULT_PROMISE,
  type DeliveryTerms,
  describeArrival,
  describeClosure,
  describeDays,
  promiseTo,
} from '#domain/delivery/promise.ts';
import { regionName } from '#domain/delivery/regions.ts';
import type { WaySettings } from '#domain/delivery/ways.ts';
import {
  hasPaymentDetails,
  type PaymentDetails,
  paymentLines,
} from '#domain/payments/payment-details.ts';
import type { UnpaidRules } from '#domain/payments/unpaid.ts';
import { isTrackingPage, trackingUrl } from '#domain/production/couriers.ts';
import {
  closedMessage,
  type Notice as NoticeSettings,
  noticeOn,
} from '#domain/settings/notice-texts.ts';
import type { Settings } from '#domain/settings/settings.ts';
import { SellerLines } from '#web/features/legal/SellerLines.tsx';
import bar from '#web/features/settings/NoticeLine.module.css';
import { useSettings } from '#web/features/settings/queries.ts';
import parts from '#web/panel/parts.module.css';
import { Facts } from '#web/ui/Facts.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { FormGroup } from '../groups.ts';
import { PressPreview } from './PressPreview.tsx';
import styles from './Preview.module.css';
import { PricesPreview } from './PricesPreview.tsx';

function DeliveryPreview({ values }: { values: DeliveryTerms }) {
  const today = dayOf(Date.now());
  const { closures } = values;
  const { from: first, to: last } = arrivalOf(today, values);
  const ahead = closuresAhead(values, today);
  const later = closures.filter(({ to }) => to >= today).length - ahead.length;
  return (
    <>
      <p>
        Entrega en <strong>{describeDays(values)}</strong>
      </p>
      <p className={parts.soft}>
        Lo que se paga hoy llega {first === last ? 'el' : `entre el ${formatDay(first)} y el`}{' '}
        {formatDay(last)}.
      </p>
      <FarRegions {...{ values, today }} />
      {ahead.map((closure) => (
        <Notice key={`${closure.from} ${closure.to}`} tone="info">
          {describeClosure(closure)}
        </Notice>
      ))}
      {later > 0 && (
        <p className={parts.soft}>
          {later === 1 ? 'Otro cierre se avisa' : `Otros ${later} cierres se avisan`} desde 30 días
          antes.
        </p>
      )}
    </>
  );
}

function FarRegions({ values, today }: { values: DeliveryTerms; today: string }) {
  if (values.regionDays.length === 0) return null;
  return (
    <ul className={styles.events}>
      {values.regionDays.map(({ region }) => {
        const promise = promiseTo({ region }, values);
        return (
          <li key={region}>
            <strong>{regionName(region)}</strong>: {describeDays(promise)}, si se paga hoy{' '}
            {describeArrival(arrivalOf(today, promise))}
          </li>
        );
      })}
    </ul>
  );
}

/** What happens to an order that is placed today and never paid, day by day. */
function UnpaidPreview({ values }: { values: UnpaidRules }) {
  const today = dayOf(Date.now());
  const { payDays, reminders, cancels } = values;
  const events = [
    ...reminders.map(({ day }) => [day, 'un correo le recuerda el pago'] as const),
    ...(payDays === null ? [] : [[payDays, 'es el último día para pagar'] as const]),
    ...(payDays !== null && cancels ? [[payDays + 1, 'se cancela y le avisamos'] as const] : []),
  ];
  if (events.length === 0) return <p>Los pedidos esperan su pago sin plazo y sin recordatorios.</p>;
  return (
    <>
      <p>Un pedido de hoy que nadie paga:</p>
      <ul className={styles.events}>
        {events.map(([after, what]) => (
          <li key={what + after}>
            <strong>{formatDay(addDays(today, after))}</strong>: {what}
          </li>
        ))}
      </ul>
      <p className={parts.soft}>Un comprobante o el pago detienen todo esto.</p>
    </>
  );
}

/** The ways of delivery for buyers, with their prices. */
function WaysPreview({ values }: { values: WaySettings }) {
  const { pickup, pickupPrice, pickupPlace, pickupHours, branch, branchPrice, payOnArrival } =
    values;
  return (
    <>
      <p>Quien compra puede elegir:</p>
      <ul className={styles.events}>
        <li>
          <strong>A domicilio</strong>: según Precios
        </li>
        {branch && (
          <li>
            <strong>Retiro en la oficina de un courier</strong>: {nameFee(branchPrice)}
          </li>
        )}
        {pickup && (
          <li>
            <strong>Retiro en la tienda</strong>: {nameFee(pickupPrice)}.{' '}
            {[pickupPlace, pickupHours].filter(Boolean).join('. ')}
          </li>
        )}
      </ul>
      <p className={parts.soft}>
        {payOnArrival
          ? 'El envío se puede pagar al recibir: el pedido no lo cobra.'
          : 'El envío se paga con el pedido.'}{' '}
        El envío gratis de Precios vale para todas.
      </p>
    </>
  );
}

const nameFee = (price: number) => (price > 0 ? formatPesos(price) : 'gratis');

const SAMPLE_NUMBER = '123456789';

/** Tracking links of the couriers, to try them out. */
function CouriersPreview({ values: { couriers } }: { values: Settings['couriers'] }) {
  return (
    <>
      <p>Así se siguen los envíos, con un número de ejemplo:</p>
      <ul className={styles.events}>
        {couriers.map(({ name, page }) => (
          <li key={name}>
            <strong>{name}</strong>:{' '}
            {isTrackingPage(page) ? (
              <a
                href={trackingUrl(name, SAMPLE_NUMBER, couriers) ?? page}
                target="_blank"
                rel="noreferrer"
              >
                probar el enlace
              </a>
            ) : (
              'sin página: se muestra solo el número'
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Complaint dates of an order that leaves today, by the shop's delivery days. */
function ComplaintsPreview({ values: { complainDays } }: { values: ComplaintRules }) {
  const { data } = useSettings();
  if (complainDays === null) return <p>La página del pedido no muestra «Algo salió mal».</p>;
  const last = lastArrival(dayOf(Date.now()), data?.settings.delivery.values ?? DEFAULT_PROMISE);
  return (
    <>
      <p>
        Un pedido que sale hoy llega a más tardar el <strong>{formatDay(last)}</strong>. Su página
        muestra «Algo salió mal» hasta el <strong>{formatDay(addDays(last, complainDays))}</strong>.
      </p>
      <p className={parts.soft}>
        Después te pueden escribir igual: la garantía legal de 6 meses no cambia.
      </p>
    </>
  );
}

function NoticePreview({ values }: { values: NoticeSettings }) {
  const isShown = noticeOn(values, dayOf(Date.now())) !== null;
  return (
    <>
      {values.text ? (
        <div className={styles.page}>
          <p className={bar.notice} dir="auto">
            {values.text}
          </p>
        </div>
      ) : (
        <p>Sin aviso: la página de inicio queda como siempre.</p>
      )}
      {values.text && <p className={parts.soft}>{isShown ? untilWhen(values) : when(values)}</p>}
      {values.ordersClosed ? (
        <Notice tone="info">{closedMessage(values)}.</Notice>
      ) : (
        <p className={parts.soft}>La tienda recibe pedidos.</p>
      )}
    </>
  );
}

function untilWhen({ to }: NoticeSettings): string {
  return to ? `Se ve desde ya, hasta el ${formatDay(to)}.` : 'Se ve desde ya.';
}

function when({ from, to }: NoticeSettings): string {
  if (from && from > dayOf(Date.now())) return `Se ve desde el ${formatDay(from)}.`;
  return to ? `Ya no se ve: terminó el ${formatDay(to)}.` : '';
}

function PaymentPreview({ values }: { values: PaymentDetails }) {
  if (!hasPaymentDetails(values)) {
    return <p>Te contactaremos pronto para coordinar el pago y envío.</p>;
  }
  return (
    <>
      <Facts facts={paymentLines(values).map(({ label, value }) => [label, value])} />
      {values.words && (
        <p className={styles.words} dir="auto">
          {values.words}
        </p>
      )}
    </>
  );
}

function SellerPreview({ values }: { values: Settings['seller'] }) {
  return (
    <>
      <div className={styles.foot}>
        <p className={styles.title}>Quién vende</p>
        <ul className={styles.lines}>
          <SellerLines seller={values} />
        </ul>
      </div>
      <p className={parts.soft}>
        Los correos llegan de <strong>{values.senderName || values.name}</strong>. Los textos
        legales nombran a la tienda con estos mismos datos.
      </p>
    </>
  );
}

type Previews = { readonly [Group in FormGroup]?: (values: Settings[Group]) => ReactNode };

/** What a group changes for others, as its form is typed; a group without one has only its form. */
export const previews: Previews = {
  prices: (values) => <PricesPreview values={values} />,
  delivery: (values) => <DeliveryPreview values={values} />,
  seller: (values) => <SellerPreview values={values} />,
  payment: (values) => <PaymentPreview values={values} />,
  unpaid: (values) => <UnpaidPreview values={values} />,
  ways: (values) => <WaysPreview values={values} />,
  couriers: (values) => <CouriersPreview values={values} />,
  complaints: (values) => <ComplaintsPreview values={values} />,
  notice: (values) => <NoticePreview values={values} />,
  press: (values) => <PressPreview values={values} />,
};
