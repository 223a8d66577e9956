import { formatPesos } from '#domain/money.ts';
import { SHIPPING_CHILLAN, SHIPPING_STANDARD } from '#domain/pricing.ts';
import { Photo } from '#web/ui/Photo.tsx';
import { brush, hourglass, van } from './art.ts';
import styles from './FeatureCards.module.css';

const cards = [
  {
    art: brush,
    title: 'Diseño personalizado',
    text: 'Tu foto, tu dibujo o el logo de tu grupo. Cada imagen puede llevar su propia nota y su propia cantidad, y antes de pedir ves cómo queda redonda.',
  },
  {
    art: hourglass,
    title: 'Proceso rápido',
    text: 'Entrega en 5-7 días hábiles, con seguimiento de tu pedido de principio a fin. Te escribimos para coordinar el pago y avisarte cuando sale.',
  },
  {
    art: van,
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
        {cards.map(({ art, title, text }) => (
          <li key={title} className={styles.card}>
            <span className={styles.pin}>
              <Photo source={art} alt="" width={120} height={120} turn="late" />
            </span>
            <h3 className={styles.title}>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
