import { Button } from '#web/ui/Button.tsx';
import styles from './IntroStep.module.css';

type Props = { signedIn: boolean; onStart: () => void };

export function IntroStep({ signedIn, onStart }: Props) {
  return (
    <div className={styles.intro}>
      <h2 tabIndex={-1} data-step-heading>
        Crea tu pin en tres pasos
      </h2>
      <ol className={styles.steps}>
        <li>
          <strong>Sube tus imágenes.</strong> Elige cuántos pines quieres de cada una y déjanos una
          nota si algo importa.
        </li>
        <li>
          <strong>Cuéntanos dónde entregarlos.</strong> El envío se calcula según tu ciudad.
        </li>
        <li>
          <strong>Revisa y confirma.</strong> Ves el total antes de confirmar; el pago lo
          coordinamos contigo después.
        </li>
      </ol>
      {!signedIn && (
        <p className={styles.guest}>
          Pides sin cuenta: incluye tu email en los datos de entrega para recibir la confirmación.
        </p>
      )}
      <div>
        <Button large onClick={onStart}>
          Comenzar Pedido
        </Button>
      </div>
    </div>
  );
}
