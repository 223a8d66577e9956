import styles from './PinFace.module.css';

type Props = {
  /** The picture on the pin; without one, or when it does not come, the pin is blank. */
  src: string | undefined;
  size: 'small' | 'large';
};

/** A picture as it will look: round, rimmed and domed. Decoration; the text beside it names it. */
export function PinFace({ src, size }: Props) {
  return (
    <span className={`${styles.pin} ${styles[size]}`}>
      {src && (
        <img
          key={src}
          className={styles.picture}
          src={src}
          alt=""
          decoding="async"
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}
