import { useId, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { Coordinates, DeliveryForm } from '#domain/delivery.ts';
import { LazyMapPicker } from '#web/maps/LazyMapPicker.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import formStyles from './DeliveryForm.module.css';
import styles from './MapField.module.css';

type Props = {
  control: Control<DeliveryForm>;
  /** The chosen point was taken away, since it lay far from the new city. */
  hasLostPoint: boolean;
  onChange: (point: Coordinates | null) => void;
};

/** Where exactly the parcel goes; the map comes only when somebody asks for it. */
export function MapField({ control, hasLostPoint, onChange }: Props) {
  const [region, city, point] = useWatch({ control, name: ['region', 'city', 'coordinates'] });
  const [isOpen, setOpen] = useState(false);
  const mapId = useId();
  return (
    <section className={formStyles.section}>
      <Button
        variant="secondary"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={isOpen ? mapId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="pin" />
        {isOpen ? 'Cerrar el mapa' : 'Elegir el punto exacto en el mapa (opcional)'}
      </Button>
      <div role="status" className={styles.news}>
        {hasLostPoint && (
          <Notice tone="info" role="presentation">
            Quitamos el punto del mapa porque quedaba lejos de la ciudad que elegiste.
          </Notice>
        )}
      </div>
      {isOpen && (
        <div id={mapId}>
          <LazyMapPicker region={region} city={city} point={point} onChoose={onChange} />
        </div>
      )}
      {point && (
        <div className={styles.chosen}>
          <p>
            <strong>Punto de entrega</strong>
            <span className={styles.degrees}>Latitud: {point.lat.toFixed(6)}</span>
            <span className={styles.degrees}>Longitud: {point.lng.toFixed(6)}</span>
          </p>
          <Button variant="quiet" onClick={() => onChange(null)}>
            Quitar el punto
          </Button>
        </div>
      )}
    </section>
  );
}
