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
import type { FormGroup } from '../use-group-form.ts';
import { FacePreview } from './FacePreview.tsx';
import styles from './Preview.module.css';
import { PricesPreview } from './PricesPreview.tsx';

function Named({ lines }: { lines: readonly (readonly [name: string, text: ReactNode])[] }) {
  return (
    <ul className={styles.events}>
      {lines.map(([name, text]) => (
        <li key={typeof text === 'string' ? name + text : name}>
          <strong>{name}</strong>: {text}
        </li>
      ))}
    </ul>
  );
}

function previewDelivery(values: Settings['delivery']) {
  const today = dayOf(Date.now());
  const { from: first, to: last } = arrivalOf(today, values);
  const ahead = closuresAhead(values, today);
  const later = values.closures.filter(({ to }) => to >= today).length - ahead.length;
  const regions = values.regionDays.map(({ region }) => {
    const promise = promiseTo({ region }, values);
    const arrival = describeArrival(arrivalOf(today, promise));
    return [regionName(region), `${describeDays(promise)}, si se paga hoy ${arrival}`] as const;
  });
  return (
    <>
      <p>
        Entrega en <strong>{describeDays(values)}</strong>
      </p>
      <p className="soft">
        Lo que se paga hoy llega {first === last ? 'el' : `entre el ${formatDay(first)} y el`}{' '}
        {formatDay(last)}.
      </p>
      {regions.length > 0 && <Named lines={regions} />}
      {ahead.map((closure) => (
        <Notice key={`${closure.from} ${closure.to}`} tone="info">
          {describeClosure(closure)}
        </Notice>
      ))}
      {later > 0 && (
        <p className="soft">
          {later === 1 ? 'Otro cierre se avisa' : `Otros ${later} cierres se avisan`} desde 30 días
          antes.
        </p>
      )}
    </>
  );
}

/** What happens to an order that is placed today and never paid, day by day. */
function previewUnpaid({ payDays, reminders, cancels }: Settings['unpaid']) {
  const events: [number, string][] = reminders.map(({ day }) => [
    day,
    'un correo le recuerda el pago',
  ]);
  if (payDays !== null) events.push([payDays, 'es el último día para pagar']);
  if (payDays !== null && cancels) events.push([payDays + 1, 'se cancela y le avisamos']);
  if (events.length === 0) return <p>Los pedidos esperan su pago sin plazo y sin recordatorios.</p>;
  const today = dayOf(Date.now());
  return (
    <>
      <p>Un pedido de hoy que nadie paga:</p>
      <Named lines={events.map(([after, what]) => [formatDay(addDays(today, after)), what])} />
      <p className="soft">Un comprobante o el pago detienen todo esto.</p>
    </>
  );
}

/** The ways of delivery for buyers, with their prices. */
function previewWays(values: Settings['ways']) {
  const { pickup, pickupPrice, pickupPlace, pickupHours, branch, branchPrice } = values;
  const fee = (price: number) => (price > 0 ? formatPesos(price) : 'gratis');
  const place = [pickupPlace, pickupHours].filter(Boolean).join(', ');
  const ways: [string, string][] = [['A domicilio', 'según Precios']];
  if (branch) ways.push(['Retiro en la oficina de un courier', fee(branchPrice)]);
  if (pickup) ways.push(['Retiro en la tienda', `${fee(pickupPrice)}. ${place}`]);
  return (
    <>
      <p>Quien compra puede elegir:</p>
      <Named lines={ways} />
      <p className="soft">
        {values.payOnArrival
          ? 'El envío se puede pagar al recibir: el pedido no lo cobra.'
          : 'El envío se paga con el pedido.'}{' '}
        El envío gratis de Precios vale para todas.
      </p>
    </>
  );
}

const SAMPLE_NUMBER = '123456789';

/** Tracking links of the couriers, to try them out. */
function previewCouriers({ couriers }: Settings['couriers']) {
  const link = (name: string, page: string) => (
    <a href={trackingUrl(name, SAMPLE_NUMBER, couriers) ?? page} target="_blank" rel="noreferrer">
      probar el enlace
    </a>
  );
  return (
    <>
      <p>Así se siguen los envíos, con un número de ejemplo:</p>
      <Named
        lines={couriers.map(({ name, page }) => [
          name,
          isTrackingPage(page) ? link(name, page) : 'sin página: se muestra solo el número',
        ])}
      />
    </>
  );
}

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
      <p className="soft">
        Después te pueden escribir igual: la garantía legal de 6 meses no cambia.
      </p>
    </>
  );
}

function previewNotice(values: Settings['notice']) {
  return (
    <>
      {values.text ? (
        <>
          <div className={styles.page}>
            <p className={bar.notice} dir="auto">
              {values.text}
            </p>
          </div>
          <p className="soft">{describeTime(values)}</p>
        </>
      ) : (
        <p>Sin aviso: la página de inicio queda como siempre.</p>
      )}
      {values.ordersClosed ? (
        <Notice tone="info">{closedMessage(values)}.</Notice>
      ) : (
        <p className="soft">La tienda recibe pedidos.</p>
      )}
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

function previewPayment(values: Settings['payment']) {
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

function previewSeller(values: Settings['seller']) {
  return (
    <>
      <div className={`stack-2 ${styles.sun}`}>
        <p className={styles.title}>Quién vende</p>
        <ul className={styles.lines}>
          <SellerLines seller={values} />
        </ul>
      </div>
      <p className="soft">
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
  delivery: previewDelivery,
  seller: previewSeller,
  face: (values) => <FacePreview face={values} />,
  payment: previewPayment,
  unpaid: previewUnpaid,
  ways: previewWays,
  couriers: previewCouriers,
  complaints: (values) => <ComplaintsPreview {...values} />,
  notice: previewNotice,
  press: (values) => <PressPreview values={values} />,
};
