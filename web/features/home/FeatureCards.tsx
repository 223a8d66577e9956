import type { PublicConfig } from '#contract/config.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { Photo } from '#web/ui/Photo.tsx';
import { brush, hourglass, van } from './art.ts';
import styles from './FeatureCards.module.css';

const describeCards = ({ days, arrival, shippingChillan, shipping }: PublicConfig['shown']) => [
  {
    art: brush,
    title: 'Diseño personalizado',
    text: 'Tu foto, tu dibujo o el logo de tu grupo. Cada imagen puede llevar su propia nota y su propia cantidad, y antes de pedir ves cómo queda redonda.',
  },
  {
    art: hourglass,
    title: 'Proceso rápido',
    text: `Entrega en ${days} días hábiles, con seguimiento de tu pedido de principio a fin. Si pagas hoy, llega ${arrival}. Te escribimos para coordinar el pago y avisarte cuando sale.`,
  },
  {
    art: van,
    title: 'Despacho a domicilio en todo Chile',
    text: `Tarifa rebajada en Chillán (${shippingChillan}) y tarifa especial para el resto del país (${shipping}), de Arica a Punta Arenas.`,
  },
];

export function FeatureCards() {
  return (
    <section className={styles.section} aria-labelledby="features-title">
      <h2 id="features-title" className={styles.heading}>
        Chiquitos, redondos y tuyos
      </h2>
      <ul className={styles.cards}>
        {describeCards(usePageConfig().shown).map(({ art, title, text }) => (
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
