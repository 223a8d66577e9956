import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import styles from './RealSize.module.css';
import { Slider } from './Slider.tsx';
import { SCALES, USUAL_SCALE } from './screen-scale.ts';

/** The short side of a bank card, an identity card or a Bip! (ISO/IEC 7810, ID-1), in millimetres. */
const CARD_MM = 53.98;
const STEP = 0.02;

type Props = { scale: number | null; onMeasured: (scale: number) => void };

/** Learns how large this screen is: a card is laid on its drawing. */
export function CardMeasure({ scale, onMeasured }: Props) {
  const [tried, setTried] = useState(scale ?? USUAL_SCALE);
  const width = tried * CARD_MM;
  const to = (next: number) => setTried(Math.min(Math.max(next, SCALES.least), SCALES.most));
  return (
    <div className={styles.measure} data-tall>
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
        min={SCALES.least}
        max={SCALES.most}
        step={STEP}
        less={{ name: 'Más angosto', icon: 'minus', onPress: () => to(tried - STEP) }}
        more={{ name: 'Más ancho', icon: 'plus', onPress: () => to(tried + STEP) }}
        onMove={to}
      />
      <Button onClick={() => onMeasured(tried)}>Ya calza</Button>
    </div>
  );
}
