import { formatPesos } from '#domain/money.ts';
import { SHIPPING_CHILLAN, SHIPPING_STANDARD } from '#domain/pricing.ts';
import styles from './FeatureCards.module.css';

const cards = [
  {
    mark: 'brush',
    title: 'Diseño personalizado',
    text: 'Tu foto, tu dibujo o el logo de tu grupo. Cada imagen puede llevar su propia nota y su propia cantidad, y antes de pedir ves cómo queda redonda.',
  },
  {
    mark: 'clock',
    title: 'Proceso rápido',
    text: 'Entrega en 5-7 días hábiles, con seguimiento de tu pedido de principio a fin. Te escribimos para coordinar el pago y avisarte cuando sale.',
  },
  {
    mark: 'van',
    title: 'Despacho a domicilio en todo Chile',
    text: `Tarifa rebajada en Chillán (${formatPesos(SHIPPING_CHILLAN)}) y tarifa especial para el resto del país (${formatPesos(SHIPPING_STANDARD)}), de Arica a Punta Arenas.`,
  },
] as const;

export function FeatureCards() {
  return (
    <section className={styles.section} aria-labelledby="features-title">
      <h2 id="features-title" className={styles.heading}>
        Chiquitos, redondos y tuyos
      </h2>
      <ul className={styles.cards}>
        {cards.map(({ mark, title, text }) => (
          <li key={mark} className={styles.card}>
            <FeatureMark kind={mark} />
            <h3 className={styles.title}>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const drawings = {
  brush: 'M14 50c0-7 4-10 9-9 5 1 6 8 1 11-4 2-8 1-10-2zM25 40L47 14l5 4-22 26z',
  clock: 'M32 14a18 18 0 1 0 .1 0zM32 21v12l8 5',
  van: 'M8 20h28v24H8zM36 28h11l8 9v7H36zM18 44a5 5 0 1 0 .1 0zM45 44a5 5 0 1 0 .1 0z',
} as const;

function FeatureMark({ kind }: { kind: keyof typeof drawings }) {
  return (
    <span className={`${styles.mark} ${styles[kind]}`}>
      <svg viewBox="0 0 64 64" aria-hidden="true" focusable="false">
        <path d={drawings[kind]} />
      </svg>
    </span>
  );
}
