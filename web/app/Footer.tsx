import { useSyncExternalStore } from 'react';
import type { PublicConfig } from '#contract/config.ts';
import styles from './Footer.module.css';

const never = () => () => undefined;

/** Whether the page runs in a browser: the page made at build time knows the shop's name alone. */
function useIsLive() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

export function Footer({ shop }: { shop: PublicConfig['shop'] }) {
  const isLive = useIsLive();
  return (
    <footer className={styles.footer}>
      <p className={styles.name}>{shop.name}</p>
      <p>Pines personalizados hechos a mano en Chile. El pago se coordina después del pedido.</p>
      {isLive && <Contact shop={shop} />}
    </footer>
  );
}

function Contact({ shop: { email, whatsapp, rut, address } }: { shop: PublicConfig['shop'] }) {
  if (!email && !whatsapp && !rut && !address) return null;
  return (
    <ul className={styles.contact}>
      {email && (
        <li>
          <a href={`mailto:${email}`}>{email}</a>
        </li>
      )}
      {whatsapp && (
        <li>
          <a href={`https://wa.me/${whatsapp.replace(/\D/g, '')}`}>WhatsApp {whatsapp}</a>
        </li>
      )}
      {rut && <li>RUT {rut}</li>}
      {address && <li>{address}</li>}
    </ul>
  );
}
