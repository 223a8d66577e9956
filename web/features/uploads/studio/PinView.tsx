import { useState } from 'react';
import type { Crop } from '#domain/crops.ts';
import type { Press } from '#domain/press.ts';
import { Button } from '#web/ui/Button.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { CardMeasure } from './CardMeasure.tsx';
import styles from './RealSize.module.css';
import { keepScale, readScale } from './screen-scale.ts';

type Props = { src: string; crop: Crop; press: Press };

export function PinView({ src, crop, press }: Props) {
  const [scale, setScale] = useState(readScale);
  const [shown, setShown] = useState<'large' | 'real' | 'card'>('large');
  if (shown === 'card') {
    const measured = (found: number) => {
      keepScale(found);
      setScale(found);
      setShown('real');
    };
    return <CardMeasure scale={scale} onMeasured={measured} />;
  }
  const width = shown === 'real' && scale ? press.faceMm * scale : undefined;
  return (
    <div className={styles.view}>
      <div className={styles.table}>
        <span className={styles.badge} style={width ? { width, maxWidth: 'none' } : undefined}>
          <PinFace src={src} crop={crop} press={press} size="full" isFolded />
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
