import type { ReactNode } from 'react';
import { dayOf } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { closuresAhead, describeClosure, describeDays } from '#domain/delivery/promise.ts';
import { describePrice } from '#domain/pins/pin.ts';
import { paperLabels } from '#domain/production/paper.ts';
import { closedMessage, noticeOn, type Settings } from '#domain/settings/settings.ts';
import { writeNumber } from '#web/lib/decimals.ts';
import type { FormGroup } from './groups.ts';
import { PressPreview } from './previews/PressPreview.tsx';
import { PricesPreview } from './previews/PricesPreview.tsx';
import {
  ComplaintsPreview,
  CouriersPreview,
  DeliveryPreview,
  NoticePreview,
  PaymentPreview,
  SellerPreview,
  UnpaidPreview,
  WaysPreview,
} from './previews/previews.tsx';

const listed = new Intl.ListFormat('es', { type: 'conjunction' });

type View<Values> = {
  /** Effect of saving it. */
  about: string;
  summarize: (values: Values) => string;
  preview: (values: Values) => ReactNode;
};

export const groupViews: { readonly [Group in FormGroup]: View<Settings[Group]> } = {
  prices: {
    about: 'Valen desde el próximo pedido; los pedidos hechos no cambian',
    summarize: (prices) =>
      `${describePrice(prices)} por pin. Envío: ${formatPesos(prices.shippingChillan)} a Chillán, ${formatPesos(prices.shipping)} al resto`,
    preview: (values) => <PricesPreview values={values} />,
  },
  delivery: {
    about: 'Se cuentan en días hábiles desde el pago',
    summarize: (promise) => {
      const [next] = closuresAhead(promise, dayOf(Date.now()));
      return `${describeDays(promise)}${next ? `. ${describeClosure(next)}` : ''}`;
    },
    preview: (values) => <DeliveryPreview values={values} />,
  },
  seller: {
    about: 'Al pie de la página, en los correos y en los textos legales; lo vacío no se muestra',
    summarize: ({ name, email, whatsapp }) =>
      // The number stays on one line.
      [name, email, whatsapp.replaceAll(' ', '\u00a0')].filter(Boolean).join(' · '),
    preview: (values) => <SellerPreview values={values} />,
  },
  payment: {
    about: 'Los datos para transferir; lo vacío no se muestra',
    summarize: ({ bank, accountType, account, words }) =>
      [bank, accountType, account].filter(Boolean).join(' · ') ||
      words ||
      'El pago se coordina después del pedido',
    preview: (values) => <PaymentPreview values={values} />,
  },
  unpaid: {
    about: 'Hasta cuándo esperas un pago, y cuándo lo recuerda un correo',
    summarize: ({ payDays, reminders, cancels }) =>
      [
        payDays === null ? 'Sin plazo' : `${payDays} días para pagar`,
        reminders.length > 0 &&
          `recordatorios a los ${listed.format(reminders.map(({ day }) => String(day)))} días`,
        cancels && 'los vencidos se cancelan solos',
      ]
        .filter(Boolean)
        .join(' · '),
    preview: (values) => <UnpaidPreview values={values} />,
  },
  ways: {
    about: 'Además del envío a domicilio, que siempre se ofrece; valen desde el próximo pedido',
    summarize: ({ pickup, pickupPlace, branch, payOnArrival }) =>
      [
        'A domicilio',
        branch && 'a una oficina',
        pickup && `retiro en ${pickupPlace}`,
        payOnArrival && 'envío por pagar',
      ]
        .filter(Boolean)
        .join(' · '),
    preview: (values) => <WaysPreview values={values} />,
  },
  couriers: {
    about: 'Con quién envías, y dónde se ve por dónde va cada paquete',
    summarize: ({ couriers }) => couriers.map(({ name }) => name).join(' · ') || 'Ninguno',
    preview: ({ couriers }) => <CouriersPreview couriers={couriers} />,
  },
  complaints: {
    about: 'Hasta cuándo quien compró puede contarte, con fotos, que algo salió mal',
    summarize: ({ complainDays }) =>
      complainDays === null ? 'Sin reclamos' : `${complainDays} días desde que puede haber llegado`,
    preview: (values) => <ComplaintsPreview values={values} />,
  },
  notice: {
    about: 'Para fechas especiales, o cuando no puedes recibir pedidos',
    summarize: (notice) => {
      const text = noticeOn(notice, dayOf(Date.now())) ?? 'Sin aviso por ahora';
      return notice.ordersClosed ? `${closedMessage(notice)}. ${text}` : text;
    },
    preview: (values) => <NoticePreview values={values} />,
  },
  press: {
    about: 'Las medidas de tu prensa y de las hojas que imprimes; cada pedido guarda las de su día',
    summarize: ({ faceMm, cutMm, paper }) =>
      `Cara de ${writeNumber(faceMm)} mm, corte de ${writeNumber(cutMm)} mm, papel ${paperLabels[paper]}`,
    preview: (values) => <PressPreview values={values} />,
  },
};
