import type { ReactNode } from 'react';
import { addDays, dayOf, formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { arrivalOf, lastArrival } from '#domain/delivery/business-days.ts';
import {
  closuresAhead,
  DEFAULT_PROMISE,
  describeArrival,
  describeClosure,
  describeDays,
  promiseTo,
} from '#domain/delivery/promise.ts';
import { regionName } from '#domain/delivery/regions.ts';
import { hasPaymentDetails, paymentLines } from '#domain/payments/payment-details.ts';
import { isTrackingPage, trackingUrl } from '#domain/production/couriers.ts';
import { closedMessage, noticeOn } from '#domain/settings/notice-texts.ts';
import type { Settings } from '#domain/settings/settings.ts';
import { SellerLines } from '#web/features/legal/SellerLines.tsx';
import bar from '#web/features/settings/NoticeLine.module.css';
import { PressPreview } from '#web/features/settings/PressPreview.tsx';
import { useSettings } from '#web/features/settings/queries.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { FormGroup } from '../group-form.ts';
import { FacePreview } from './FacePreview.tsx';
import styles from './Preview.module.css';
import { PricesPreview } from './PricesPreview.tsx';

const soft = (text: ReactNode) => <p className="soft">{text}</p>;

const named = (lines: readonly (readonly [name: string, text: ReactNode])[]) => (
  <ul className={styles.events}>
    {lines.map(([name, text]) => (
      <li key={typeof text === 'string' ? name + text : name}>
        <strong>{name}</strong>: {text}
      </li>
    ))}
  </ul>
);

type Previews = { readonly [Group in FormGroup]?: (values: Settings[Group]) => ReactNode };

/** What a group changes for others, as its form is typed; a group without one has only its form. */
export const previews: Previews = {
  prices: (values) => <PricesPreview values={values} />,
  delivery: (values) => {
    const today = dayOf(Date.now());
    const { from: first, to: last } = arrivalOf(today, values);
    const ahead = closuresAhead(values, today);
    const later = values.closures.filter(({ to }) => to >= today).length - ahead.length;
    const regions = values.regionDays.map(({ region }) => {
      const promise = promiseTo({ region }, values);
      const arrival = describeArrival(arrivalOf(today, promise));
      return [regionName(region), `${describeDays(promise)}, si se paga hoy ${arrival}`] as const;
    });
    const days = first === last ? 'el' : `entre el ${formatDay(first)} y el`;
    const others = later === 1 ? 'Otro cierre se avisa' : `Otros ${later} cierres se avisan`;
    return (
      <>
        <p>
          Entrega en <strong>{describeDays(values)}</strong>
        </p>
        {soft(`Lo que se paga hoy llega ${days} ${formatDay(last)}.`)}
        {regions.length > 0 && named(regions)}
        {ahead.map((closure) => (
          <Notice key={`${closure.from} ${closure.to}`} tone="info">
            {describeClosure(closure)}
          </Notice>
        ))}
        {later > 0 && soft(`${others} desde 30 días antes.`)}
      </>
    );
  },
  seller: (values) => (
    <>
      <div className={`stack-2 ${styles.sun}`}>
        <p className={styles.title}>Quién vende</p>
        <ul className="stack-1">
          <SellerLines seller={values} />
        </ul>
      </div>
      <p className="soft">
        Los correos llegan de <strong>{values.senderName || values.name}</strong>. Los textos
        legales nombran a la tienda con estos mismos datos.
      </p>
    </>
  ),
  face: (values) => <FacePreview face={values} />,
  payment: (values) => {
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
  },
  /** What happens to an order that is placed today and never paid, day by day. */
  unpaid: ({ payDays, reminders, cancels }) => {
    const after = (days: number) => formatDay(addDays(dayOf(Date.now()), days));
    const events: [string, string][] = reminders.map(({ day }) => [
      after(day),
      'un correo le recuerda el pago',
    ]);
    if (payDays !== null) events.push([after(payDays), 'es el último día para pagar']);
    if (payDays !== null && cancels) events.push([after(payDays + 1), 'se cancela y le avisamos']);
    if (events.length === 0)
      return <p>Los pedidos esperan su pago sin plazo y sin recordatorios.</p>;
    return (
      <>
        <p>Un pedido de hoy que nadie paga:</p>
        {named(events)}
        {soft('Un comprobante o el pago detienen todo esto.')}
      </>
    );
  },
  /** The ways of delivery for buyers, with their prices. */
  ways: (values) => {
    const { pickup, pickupPrice, pickupPlace, pickupHours, branch, branchPrice } = values;
    const fee = (price: number) => (price > 0 ? formatPesos(price) : 'gratis');
    const place = [pickupPlace, pickupHours].filter(Boolean).join(', ');
    const shipping = values.payOnArrival
      ? 'El envío se puede pagar al recibir: el pedido no lo cobra.'
      : 'El envío se paga con el pedido.';
    const ways: [string, string][] = [['A domicilio', 'según Precios']];
    if (branch) ways.push(['Retiro en la oficina de un courier', fee(branchPrice)]);
    if (pickup) ways.push(['Retiro en la tienda', `${fee(pickupPrice)}. ${place}`]);
    return (
      <>
        <p>Quien compra puede elegir:</p>
        {named(ways)}
        {soft(`${shipping} El envío gratis de Precios vale para todas.`)}
      </>
    );
  },
  /** Tracking links of the couriers, to try them out. */
  couriers: ({ couriers }) => {
    const link = (name: string, page: string) => (
      <a href={trackingUrl(name, SAMPLE_NUMBER, couriers) ?? page} target="_blank" rel="noreferrer">
        probar el enlace
      </a>
    );
    const none = 'sin página: se muestra solo el número';
    return (
      <>
        <p>Así se siguen los envíos, con un número de ejemplo:</p>
        {named(
          couriers.map(({ name, page }) => [name, isTrackingPage(page) ? link(name, page) : none]),
        )}
      </>
    );
  },
  complaints: (values) => <ComplaintsPreview {...values} />,
  notice: (values) => (
    <>
      {values.text ? (
        <>
          <div className={styles.page}>
            <p className={bar.notice} dir="auto">
              {values.text}
            </p>
          </div>
          {soft(describeTime(values))}
        </>
      ) : (
        <p>Sin aviso: la página de inicio queda como siempre.</p>
      )}
      {values.ordersClosed ? (
        <Notice tone="info">{closedMessage(values)}.</Notice>
      ) : (
        soft('La tienda recibe pedidos.')
      )}
    </>
  ),
  press: (values) => <PressPreview values={values} />,
};

const SAMPLE_NUMBER = '123456789';

/** Complaint dates of an order that leaves today, by the shop's delivery days. */
function ComplaintsPreview({ complainDays }: Settings['complaints']) {
  const { data } = useSettings();
  if (complainDays === null) return <p>La página del pedido no muestra «Algo salió mal».</p>;
  const last = lastArrival(dayOf(Date.now()), data?.settings.delivery.values ?? DEFAULT_PROMISE);
  return (
    <>
      <p>
        Un pedido que sale hoy llega a más tardar el <strong>{formatDay(last)}</strong>. Su página
        muestra «Algo salió mal» hasta el <strong>{formatDay(addDays(last, complainDays))}</strong>.
      </p>
      {soft('Después te pueden escribir igual: la garantía legal de 6 meses no cambia.')}
    </>
  );
}

function describeTime(values: Settings['notice']): string {
  const { from, to } = values;
  const today = dayOf(Date.now());
  if (noticeOn(values, today) !== null) {
    return to ? `Se ve desde ya, hasta el ${formatDay(to)}.` : 'Se ve desde ya.';
  }
  if (from && from > today) return `Se ve desde el ${formatDay(from)}.`;
  return to ? `Ya no se ve: terminó el ${formatDay(to)}.` : '';
}
