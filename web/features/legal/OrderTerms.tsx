import { LegalLink } from './LegalLink.tsx';
import styles from './OrderTerms.module.css';

/**
 * The terms that a buyer accepts with the button beside it.
 * @param button its label, where it does not say 'Confirmar'
 */
export function OrderTerms({ button }: { button?: string }) {
  return (
    <p className={styles.terms}>
      {button ? `Con «${button}»` : 'Al confirmar'} aceptas los{' '}
      <LegalLink name="terms">términos y condiciones</LegalLink>. Hechos a pedido: sin{' '}
      <LegalLink name="withdrawal">derecho a retracto</LegalLink>, salvo que no sean lo que pediste.{' '}
      <LegalLink name="privacy">Privacidad</LegalLink>.
    </p>
  );
}
