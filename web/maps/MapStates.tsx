import type { Coordinates } from '#domain/delivery/delivery.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import styles from './MapPicker.module.css';
import type { MapSettings } from './map.ts';

export type PickerProps = {
  /** The form's region (code) and city; empty until chosen. */
  region: string;
  city: string;
  point: Coordinates | null;
  onChoose: (point: Coordinates) => void;
};

export function MapLoading() {
  return (
    <p className={styles.cover} role="status">
      <Spinner /> Cargando mapa...
    </p>
  );
}

const failureTexts = {
  google: {
    title: 'Error al cargar Google Maps',
    text: 'Verifica tu API key y que tengas habilitadas las APIs necesarias',
  },
  osm: {
    title: 'No pudimos cargar el mapa',
    text: 'Revisa tu conexión e intenta de nuevo. También puedes seguir sin él: el punto exacto es opcional.',
  },
} as const;

type FailureProps = { provider: MapSettings['provider']; onRetry: () => void };

export function MapFailure({ provider, onRetry }: FailureProps) {
  const { title, text } = failureTexts[provider];
  return (
    <Notice tone="error" className={styles.failure}>
      <p>{title}</p>
      <p className={styles.plain}>{text}</p>
      <Button variant="secondary" className={styles.again} onClick={onRetry}>
        Reintentar
      </Button>
    </Notice>
  );
}
