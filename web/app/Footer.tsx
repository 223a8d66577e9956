import type { PublicConfig } from '#contract/config.ts';
import { LegalLink } from '#web/features/legal/LegalLink.tsx';
import { SellerLines } from '#web/features/legal/SellerLines.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import styles from './Footer.module.css';

type Shop = PublicConfig['shop'];

export function Footer({ config: { shop, shown } }: { config: PublicConfig }) {
  // The page made at build time knows the shop's name alone.
  const isHydrated = useHydrated();
  return (
    <footer id="foot" className={styles.footer}>
      <div className={styles.inside}>
        <div className={`${styles.part} ${styles.brand}`}>
          <p className={styles.name}>{shop.name}</p>
          <p>
            Pines personalizados hechos a mano en Chile. El pago se coordina después del pedido.
          </p>
          <ul className={styles.promises}>
            <li>Pagas después</li>
            <li>Entrega en {shown.daysInWords}</li>
            <li>Despacho a todo Chile</li>
          </ul>
        </div>
        <nav className={styles.part} aria-labelledby="foot-legal">
          <h2 id="foot-legal" className={styles.title}>
            Antes de comprar
          </h2>
          <ul className={styles.list}>
            <li>
              <LegalLink name="payment">Cómo pagar y despacho</LegalLink>
            </li>
            <li>
              <LegalLink name="terms">Términos y condiciones</LegalLink>
            </li>
            <li>
              <LegalLink name="withdrawal">Derecho a retracto</LegalLink>
            </li>
            <li>
              <LegalLink name="privacy">Privacidad</LegalLink>
            </li>
          </ul>
        </nav>
        {isHydrated && <SellerPart shop={shop} />}
      </div>
    </footer>
  );
}

function SellerPart({ shop }: { shop: Shop }) {
  return (
    <section className={styles.part} aria-labelledby="foot-seller">
      <h2 id="foot-seller" className={styles.title}>
        Quién vende
      </h2>
      <ul className={styles.list}>
        <SellerLines seller={shop} />
      </ul>
    </section>
  );
}
