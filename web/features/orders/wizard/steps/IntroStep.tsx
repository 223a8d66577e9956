import type { PublicConfig } from '#contract/home/config.ts';
import { describeChoice } from '#domain/delivery/way-texts.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './IntroStep.module.css';

const stepsFor = ({ ways, payments }: PublicConfig) => [
  {
    title: 'Sube tus imágenes.',
    text: 'Elige cuántos pines quieres de cada una y déjanos una nota si algo importa.',
  },
  {
    title: 'Cuéntanos dónde entregarlos.',
    text: describeChoice(ways) ?? 'El envío se calcula según tu ciudad.',
  },
  {
    title: 'Revisa y confirma.',
    text: `Ves el total antes de confirmar; ${payments ? 'pagas después, en línea o por transferencia' : 'el pago lo coordinamos contigo después'}.`,
  },
];

type Props = { signedIn: boolean; onStart: () => void };

export function IntroStep({ signedIn, onStart }: Props) {
  return (
    <div className={styles.intro}>
      <h2 tabIndex={-1} data-step-heading>
        Crea tu pin en tres pasos
      </h2>
      <ol className={`stack-4 ${styles.steps}`}>
        {stepsFor(usePageConfig()).map(({ title, text }, index) => (
          <li key={title}>
            <span className={`disc ${styles.number}`} aria-hidden="true">
              {index + 1}
            </span>
            <strong>{title}</strong> {text}
          </li>
        ))}
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
