import { Icon } from '#web/ui/Icon.tsx';
import styles from './CarouselControls.module.css';

type Props = {
  count: number;
  index: number;
  isPlaying: boolean;
  onGoTo: (index: number) => void;
  onToggle: () => void;
};

export function CarouselControls({ count, index, isPlaying, onGoTo, onToggle }: Props) {
  const numbers = Array.from({ length: count }, (_, number) => number);
  return (
    <div className={styles.controls}>
      <button
        type="button"
        className={styles.round}
        aria-label={isPlaying ? 'Detener el carrusel' : 'Reproducir el carrusel'}
        onClick={onToggle}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <button
        type="button"
        className={styles.round}
        aria-label="Imagen anterior"
        onClick={() => onGoTo(index - 1)}
      >
        <Icon name="back" />
      </button>
      <div className={styles.dots}>
        {numbers.map((number) => (
          <button
            key={number}
            type="button"
            className={styles.dot}
            aria-label={`Ir a la imagen ${number + 1}`}
            aria-current={number === index || undefined}
            onClick={() => onGoTo(number)}
          />
        ))}
      </div>
      <button
        type="button"
        className={styles.round}
        aria-label="Imagen siguiente"
        onClick={() => onGoTo(index + 1)}
      >
        <Icon name="forward" />
      </button>
    </div>
  );
}
