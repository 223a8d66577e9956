import { describePlaced } from '#contract/base/messages.ts';
import { describeReceiving } from '#domain/delivery/way-texts.ts';
import { describeGroup } from '#domain/pins/choice.ts';
import { daysTo } from '#web/features/delivery/days-to.ts';
import { PicturePin } from '#web/features/uploads/PicturePin.tsx';
import type { PreviewUrls } from '#web/features/uploads/preview-urls.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { Draft } from '../draft/draft.ts';
import { draftGroups } from '../submit/order-body.ts';
import type { Placing } from '../submit/place-order.ts';
import styles from './PlacedStep.module.css';

const SHOWN = 8;
const DOTS = Array.from({ length: 18 }, (_, number) => number);

type Props = {
  placing: Placing;
  pictures: Draft['pictures'];
  previews: PreviewUrls;
  /** Returns to the start; null while that happens automatically. */
  onLeave: (() => void) | null;
};

export function PlacedStep({ placing, pictures, previews, onLeave }: Props) {
  const shop = usePageConfig();
  const { onItsWay } = placing;
  const said = describePlaced(onItsWay?.deliveryData, { isFree: placing.total === 0 });
  const end = said.indexOf('!') + 1;
  const groups = draftGroups({ pictures }, shop);
  const more = pictures.length - SHOWN;
  return (
    <div className={`stack-4 ${styles.placed}`}>
      <div className={styles.pins} aria-hidden="true">
        {DOTS.map((number) => (
          <i key={number} className={styles.dot} style={{ '--turn-by': number / DOTS.length }} />
        ))}
        {pictures.slice(0, SHOWN).map((picture, place) => (
          <span key={picture.id} className={styles.pin} style={{ '--place': place }}>
            <PicturePin picture={picture} previews={previews} size="large" />
          </span>
        ))}
        {more > 0 && (
          <span className={`disc ${styles.pin} ${styles.more}`} style={{ '--place': SHOWN }}>
            +{more}
          </span>
        )}
      </div>
      <h2 className={styles.news} tabIndex={-1} data-step-heading>
        {said.slice(0, end)} <span className={styles.next}>{said.slice(end).trim()}</span>
      </h2>
      <p>
        Número de pedido <strong className={styles.number}>{placing.id}</strong>
      </p>
      {groups.length > 0 && !placing.isEarlier && (
        <p className={styles.small}>{groups.map(describeGroup).join(' · ')}</p>
      )}
      {placing.email && (
        <p className={styles.small}>
          {placing.howToPay ? 'Enviamos los datos para pagar a' : 'Te escribiremos a'}{' '}
          {placing.email}
        </p>
      )}
      <p className={styles.small}>
        {placing.total === 0 ? 'No tienes que pagar nada: ' : 'Si pagas hoy, '}
        {describeReceiving(onItsWay ?? {}, daysTo({ region: placing.region }, shop).arrival)}.
      </p>
      {placing.isEarlier && (
        <p className={styles.small}>
          Tu intento anterior sí había llegado: el pedido quedó con los datos de ese momento. Si
          querías cambiar algo, escríbenos con este número.
        </p>
      )}
      {onLeave && (
        <>
          <Notice tone="error">
            Error al procesar el pedido. Por favor intenta de nuevo. Tu pedido sí quedó hecho, con
            este número: no hace falta repetirlo.
          </Notice>
          <Button onClick={onLeave}>Volver al inicio</Button>
        </>
      )}
    </div>
  );
}
