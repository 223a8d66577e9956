import { useState } from 'react';
import type { Crop } from '#domain/pins/crops.ts';
import type { PressedPin } from '#domain/pins/pin.ts';
import type { PinText } from '#domain/pins/text.ts';
import { tryStorage } from '#web/lib/browser-storage.ts';
import { Button } from '#web/ui/Button.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import styles from './RealSize.module.css';
import { Slider } from './Slider.tsx';

const KEY = 'pines-pixels-per-mm';

/** A CSS millimetre: 96 pixels per inch. Phones seldom match it. */
const USUAL_SCALE = 96 / 25.4;
/** From a large television to the sharpest phone. */
const SCALES = { min: 1.5, max: 10 } as const;

/** Returns this screen's measured CSS pixels per millimetre, or null. */
function readScale(): number | null {
  const scale = Number(tryStorage(() => localStorage.getItem(KEY)) ?? Number.NaN);
  return scale >= SCALES.min && scale <= SCALES.max ? scale : null;
}

type Props = { src: string; crop: Crop; pin: PressedPin; text?: PinText | null | undefined };

export function PinView({ src, crop, pin, text }: Props) {
  const [scale, setScale] = useState(readScale);
  const [shown, setShown] = useState<'large' | 'real' | 'card'>('large');
  if (shown === 'card') {
    const measured = (found: number) => {
      tryStorage(() => localStorage.setItem(KEY, String(found)));
      setScale(found);
      setShown('real');
    };
    return <CardMeasure scale={scale} onMeasured={measured} />;
  }
  const width = shown === 'real' && scale ? pin.press.faceMm * scale : undefined;
  return (
    <div className="stack-2">
      <div className={styles.table}>
        <span className={styles.badge} style={width ? { width, maxWidth: 'none' } : undefined}>
          <PinFace src={src} pin={{ ...pin, crop, text }} size="full" />
        </span>
      </div>
      <div className={styles.choices}>
        {shown === 'large' ? (
          <Button variant="quiet" onClick={() => setShown(scale ? 'real' : 'card')}>
            Tamaño real
          </Button>
        ) : (
          <>
            <Button variant="quiet" onClick={() => setShown('large')}>
              Ver en grande
            </Button>
            <Button variant="quiet" onClick={() => setShown('card')}>
              Medir de nuevo
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Short side of a bank card, identity card or Bip! (ISO/IEC 7810, ID-1), in millimetres. */
const CARD_MM = 53.98;
const STEP = 0.02;

type CardMeasureProps = { scale: number | null; onMeasured: (scale: number) => void };

/** Measures the screen's scale: the user lays a card on its drawing. */
function CardMeasure({ scale, onMeasured }: CardMeasureProps) {
  const [tried, setTried] = useState(scale ?? USUAL_SCALE);
  const width = tried * CARD_MM;
  const to = (next: number) => setTried(Math.min(Math.max(next, SCALES.min), SCALES.max));
  return (
    <div className="stack-3" data-tall>
      <p>
        Apoya en la pantalla una tarjeta de banco, Bip! o tu carnet, con el lado corto abajo, y
        ajusta el dibujo hasta que tengan el mismo ancho.
      </p>
      <div className={styles.desk}>
        <span className={styles.card} style={{ width }} />
      </div>
      <Slider
        label="Ancho del dibujo"
        value={`${Math.round(width)} px`}
        at={tried}
        min={SCALES.min}
        max={SCALES.max}
        step={STEP}
        less={{ name: 'Más angosto', icon: 'minus', onPress: () => to(tried - STEP) }}
        more={{ name: 'Más ancho', icon: 'plus', onPress: () => to(tried + STEP) }}
        onMove={to}
      />
      <Button variant="secondary" onClick={() => onMeasured(tried)}>
        Ya calza
      </Button>
    </div>
  );
}
