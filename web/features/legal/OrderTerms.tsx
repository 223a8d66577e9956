import { LegalLink } from './LegalLink.tsx';
import styles from './OrderTerms.module.css';

/** The terms that a buyer accepts with the order button beside it. */
export function OrderTerms() {
  return (
    <p className={styles.terms}>
      Al confirmar aceptas los <LegalLink name="terms">términos y condiciones</LegalLink>. Hechos a
      pedido: sin <LegalLink name="withdrawal">derecho a retracto</LegalLink>, salvo que no sean lo
      que pediste. <LegalLink name="privacy">Privacidad</LegalLink>.
    </p>
  );
}
