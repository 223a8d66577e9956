import styles from './Skeleton.module.css';

type Props = { lines: number; height?: string };

/** Placeholders for content that is loading, so that the layout does not jump. */
export function Skeleton({ lines, height = '4.5rem' }: Props) {
  return (
    <div className="stack-3" role="status">
      <span className="visually-hidden">Cargando...</span>
      {Array.from({ length: lines }, (_, index) => `line ${index}`).map((key) => (
        <span key={key} className={`breathes ${styles.part}`} style={{ height }} />
      ))}
    </div>
  );
}
