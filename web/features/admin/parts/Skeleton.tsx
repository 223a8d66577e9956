import styles from './Skeleton.module.css';

type Props = { lines: number; height?: string };

/** Grey blocks in the place of what is on its way. */
export function Skeleton({ lines, height = '4.5rem' }: Props) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Cargando...</span>
      {Array.from({ length: lines }, (_, index) => `line ${index}`).map((key) => (
        <span key={key} className={styles.block} style={{ minHeight: height }} />
      ))}
    </div>
  );
}
