import styles from './PinFace.module.css';

type Props = {
  /** The picture on the pin; without one, or when it does not come, the pin is blank. */
  src: string | undefined;
  size: 'small' | 'large';
  /** The picture is on its way. */
  isWaiting?: boolean;
  /** Called when the picture does not come. */
  onLost?: () => void;
};

/** A picture as it will look: round, rimmed and domed. Decoration; the text beside it names it. */
export function PinFace({ src, size, isWaiting = false, onLost }: Props) {
  const classes = [styles.pin, styles[size], isWaiting && !src && styles.waiting];
  return (
    <span className={classes.filter(Boolean).join(' ')}>
      <span className={styles.face}>
        {src && (
          <img
            key={src}
            className={styles.picture}
            src={src}
            alt=""
            decoding="async"
            onError={({ currentTarget }) => {
              currentTarget.hidden = true;
              onLost?.();
            }}
          />
        )}
      </span>
    </span>
  );
}
