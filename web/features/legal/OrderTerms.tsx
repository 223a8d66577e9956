import { LegalLink } from './LegalLink.tsx';
import styles from './OrderTerms.module.css';

/** What somebody agrees to by pressing the order button that it stands beside. */
export function OrderTerms() {
  return (
    <p className={styles.terms}>
      Al confirmar aceptas los <LegalLink name="terms">términos y condiciones</LegalLink>. Hacemos
      tus pines a pedido: sin <LegalLink name="withdrawal">derecho a retracto</LegalLink>, salvo que
      no cumplan lo que pediste. Así cuidamos tus datos:{' '}
      <LegalLink name="privacy">privacidad</LegalLink>.
    </p>
  );
}
