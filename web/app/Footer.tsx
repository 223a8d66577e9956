import type { PublicConfig } from '#contract/config.ts';
import { whatsappNumber } from '#domain/phones.ts';
import { LegalLink } from '#web/features/legal/LegalLink.tsx';
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

function SellerPart({ shop: { name, rut, address, email, whatsapp } }: { shop: Shop }) {
  const chat = whatsappNumber(whatsapp) ?? whatsapp.replaceAll(/\D/g, '');
  return (
    <section className={styles.part} aria-labelledby="foot-seller">
      <h2 id="foot-seller" className={styles.title}>
        Quién vende
      </h2>
      <ul className={styles.list}>
        <li>{name}</li>
        {rut && <li>RUT {rut}</li>}
        {address && <li>{address}</li>}
        {email && (
          <li>
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
        {whatsapp && (
          <li>{chat ? <a href={`https://wa.me/${chat}`}>WhatsApp {whatsapp}</a> : whatsapp}</li>
        )}
      </ul>
    </section>
  );
}
