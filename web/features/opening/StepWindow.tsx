import { type ReactNode, useState } from 'react';
import { confirmStep, placeTrial, sendTestMail } from '#contract/opening/opening.ts';
import { formatPesos } from '#domain/base/money.ts';
import { OPENING_STEPS, type OpeningState, type OpeningStep } from '#domain/opening/opening.ts';
import { LegalLink } from '#web/features/legal/LegalLink.tsx';
import { openProfile } from '#web/lib/overlays.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useTask } from '#web/ui/use-task.ts';
import styles from './OpeningList.module.css';

/** A group of settings with a window of its own. */
export type OpenedGroup = 'seller' | 'payment' | 'prices';

export type WindowStep = Exclude<OpeningStep, 'seller' | 'payment'>;

type Props = {
  step: WindowStep;
  onDone: (steps: OpeningState[]) => void;
  onGroup: (group: OpenedGroup) => void;
  onClose: () => void;
};

/** What a step needs, what its button does and what is said afterwards. */
type Content = { about: ReactNode; action?: { label: string; run: () => Promise<string> } };

/** Explains a step before the opening, and does or confirms it. */
export function StepWindow({ step, onDone, onGroup, onClose }: Props) {
  const [said, setSaid] = useState<string | null>(null);
  const { about, action } = contentOf(step, { onDone, onGroup });
  const { isBusy, error, run } = useTask(async () => setSaid((await action?.run()) ?? null), step);
  return (
    <Dialog title={OPENING_STEPS[step]} width="narrow" locked={isBusy} onClose={onClose}>
      <div className={styles.window}>{about}</div>
      <Failed what="Error al completar el paso" error={error} />
      {said && <Notice tone="success">{said}</Notice>}
      <Actions
        isBusy={isBusy}
        cancel={action && !said ? 'Cancelar' : 'Entendido'}
        onCancel={onClose}
      >
        {action && !said && (
          <Button busy={isBusy} onClick={() => void run()}>
            {action.label}
          </Button>
        )}
      </Actions>
    </Dialog>
  );
}

function contentOf(step: WindowStep, { onDone, onGroup }: Pick<Props, 'onDone' | 'onGroup'>) {
  const confirm = async (confirmed: 'terms' | 'prices') => {
    onDone((await callAdmin(confirmStep, { params: { step: confirmed } })).steps);
    return 'Listo.';
  };
  const contents: Record<WindowStep, Content> = {
    mail: {
      about: (
        <>
          <p>
            Sin la variable SMTP_URL en el servidor, los correos quedan guardados como archivos y
            nadie los recibe. Con ella, envíate uno de prueba y abre su enlace: así sabes que
            llegan.
          </p>
          <Button variant="quiet" onClick={() => onGroup('seller')}>
            Cambiar el remitente
          </Button>
        </>
      ),
      action: {
        label: 'Enviarme uno de prueba',
        run: async () => {
          const { to } = await callAdmin(sendTestMail);
          return `Va en camino a ${to}. Abre su enlace; si no llega, mira el correo no deseado y Salud.`;
        },
      },
    },
    address: {
      about: (
        <p>
          Pon en el servidor la variable PUBLIC_URL con la dirección de tu tienda, como
          https://tienda.cl, y reinicia. Con https nadie en el camino lee los datos de tus clientes.
        </p>
      ),
    },
    secondFactor: {
      about: (
        <>
          <p>
            Con un código de tu celular, una contraseña robada no basta para entrar aquí. Se activa
            en el perfil de cada cuenta, en «Seguridad».
          </p>
          <Button variant="secondary" onClick={() => openProfile()}>
            Abrir mi perfil
          </Button>
        </>
      ),
    },
    copies: {
      about: (
        <p>
          Descarga una en «Copia de seguridad», más abajo en «Ajustes», y guárdala fuera del
          servidor. Las de cada noche quedan en el mismo disco que la tienda y sin imágenes, salvo
          con la variable BACKUP_DIR o las de BACKUP_S3.
        </p>
      ),
    },
    terms: {
      about: (
        <>
          <p>Salen de tus ajustes y son lo que aceptan quienes te compran. Léelos completos:</p>
          <LegalLink name="terms">Términos y condiciones</LegalLink>
          <LegalLink name="payment">Cómo pagar y despacho</LegalLink>
          <LegalLink name="withdrawal">Derecho a retracto</LegalLink>
          <LegalLink name="privacy">Privacidad</LegalLink>
        </>
      ),
      action: { label: 'Ya los leí', run: () => confirm('terms') },
    },
    prices: {
      about: (
        <>
          <p>
            Revisa cuánto cuestan tus pines y su despacho. Los que vienen puestos son un ejemplo.
          </p>
          <Button variant="secondary" onClick={() => onGroup('prices')}>
            Ver los precios
          </Button>
        </>
      ),
      action: { label: 'Están bien así', run: () => confirm('prices') },
    },
    trial: {
      about: (
        <p>
          La tienda se hace un pedido a sí misma: sube una imagen, calcula el precio y lo guarda
          como uno de verdad. Después lo borra entero: no queda en listas, ventas ni códigos, y no
          se le escribe a nadie.
        </p>
      ),
      action: {
        label: 'Hacer el pedido',
        run: async () => {
          const { steps, trial } = await callAdmin(placeTrial);
          onDone(steps);
          return `El pedido ${trial.orderId} por ${formatPesos(trial.totalAmount)} llegó completo, y ya se borró.`;
        },
      },
    },
  };
  return contents[step];
}
