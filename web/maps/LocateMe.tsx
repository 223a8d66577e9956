import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { Coordinates } from '#domain/delivery.ts';
import { Button } from '#web/ui/Button.tsx';
import { findMe, locationTexts } from './find-me.ts';
import styles from './MapPicker.module.css';

type Props = { onFound: (point: Coordinates) => void; onFailure: (text: string) => void };

/** Asks for the visitor's place, after a click and never before. */
export function LocateMe({ onFound, onFailure }: Props) {
  const [isBusy, setBusy] = useState(false);
  const hintId = useId();
  const found = useEffectEvent(onFound);
  const failed = useEffectEvent(onFailure);

  useEffect(() => {
    if (!isBusy) return;
    let isWanted = true;
    const settle = (tell: () => void) => {
      if (!isWanted) return;
      setBusy(false);
      tell();
    };
    findMe().then(
      (point) => settle(() => found(point)),
      (error: unknown) =>
        settle(() => failed(error instanceof Error ? error.message : locationTexts.unavailable)),
    );
    return () => {
      isWanted = false;
    };
  }, [isBusy]);

  return (
    <div className={styles.locate}>
      <Button
        variant="secondary"
        busy={isBusy}
        aria-describedby={hintId}
        onClick={() => setBusy(true)}
      >
        {isBusy ? 'Buscando tu ubicación...' : 'Usar mi ubicación'}
      </Button>
      <p id={hintId} className={styles.hint}>
        La usamos solo para poner el marcador donde estás; puedes moverlo antes de pedir.
      </p>
    </div>
  );
}
