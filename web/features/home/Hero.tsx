import { usePageConfig } from '#web/lib/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { Carousel } from './Carousel.tsx';
import styles from './Hero.module.css';

type Props = {
  onCreate: () => void;
  /** The visitor is about to press the button. */
  onCreateLikely: () => void;
};

export function Hero({ onCreate, onCreateLikely }: Props) {
  return (
    <div className={styles.hero}>
      <div className={styles.inside}>
        <div className={styles.words}>
          <h1 className={styles.title}>Tu Creatividad, Nuestros Pines</h1>
          <p className={styles.lead}>
            Sube tus fotos o dibujos y los prensamos en pines, uno por uno:{' '}
            <strong>{usePageConfig().shown.pin}</strong> cada uno, sin cantidad mínima.
          </p>
          <Button
            large
            onClick={onCreate}
            onPointerEnter={onCreateLikely}
            onTouchStart={onCreateLikely}
            onFocus={onCreateLikely}
          >
            Crear Pin Personalizado
          </Button>
          <p className={styles.hint}>No necesitas cuenta y pagas después, cuando te contactemos.</p>
        </div>
        <Carousel />
      </div>
    </div>
  );
}
