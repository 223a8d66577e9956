import type { ReactNode } from 'react';
import { dayOf, formatDay } from '#domain/base/dates.ts';
import { arrivalOf } from '#domain/delivery/business-days.ts';
import {
  closuresAhead,
  describeArrival,
  describeClosure,
  describeDays,
  promiseTo,
} from '#domain/delivery/promise.ts';
import { regionName } from '#domain/delivery/regions.ts';
import { trackingUrl } from '#domain/production/couriers.ts';
import type { Settings } from '#domain/settings/settings.ts';
import { PressPreview } from '#web/features/settings/PressPreview.tsx';
import type { FormGroup } from '#web/features/settings/queries.ts';
import { Notice } from '#web/ui/Notice.tsx';
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
  face: (values) => <FacePreview face={values} />,
  /** Tracking links of the couriers, to try them out. */
  couriers: ({ couriers }) => {
    const link = (name: string) => {
      const url = trackingUrl(name, SAMPLE_NUMBER, couriers);
      if (url === null) return 'sin página: se muestra solo el número';
      return (
        <a href={url} target="_blank" rel="noreferrer">
          probar el enlace
        </a>
      );
    };
    return (
      <>
        <p>Así se siguen los envíos, con un número de ejemplo:</p>
        {named(couriers.map(({ name }) => [name, link(name)]))}
      </>
    );
  },
  press: (values) => <PressPreview values={values} />,
};

const SAMPLE_NUMBER = '123456789';
