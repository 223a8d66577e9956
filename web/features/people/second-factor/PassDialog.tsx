import { type FormEvent, useState } from 'react';
import { passSecondFactor } from '#contract/second-factor.ts';
import { callApi } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/log.ts';
import { ReauthenticationDeclined } from '#web/lib/reauthentication.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import styles from './SecondFactor.module.css';

type Props = { onPassed: () => void; onClose: () => void };

export function PassDialog({ onPassed, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const send = async (code: string) => {
    await callApi(passSecondFactor, { body: JSON.stringify({ code }) });
    onPassed();
  };
  return (
    <Dialog
      title="Verificación en dos pasos"
      width="narrow"
      locked={busy}
      closesOnBackdrop={false}
      onClose={onClose}
    >
      <CodeForm
        label="Código"
        hint="Los 6 dígitos que muestra tu aplicación, o uno de tus códigos de recuperación."
        confirm="Confirmar"
        send={send}
        onBusy={setBusy}
      />
      <Fold title="¿Perdiste tu celular?">
        {() => (
          <p>
            Escribe uno de los códigos de recuperación que guardaste al activar la verificación. Si
            tampoco los tienes, pide a quien mantiene el servidor de la tienda que la desactive.
          </p>
        )}
      </Fold>
    </Dialog>
  );
}

const UNKNOWN = 'No pudimos comprobar el código. Vuelve a intentarlo';

type CodeFormProps = {
  label: string;
  hint: string;
  confirm: string;
  send: (code: string) => Promise<void>;
  onBusy?: (isBusy: boolean) => void;
};

export function CodeForm({ label, hint, confirm, send, onBusy }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const note = (isBusy: boolean) => {
    setBusy(isBusy);
    onBusy?.(isBusy);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === '') return setProblem('Ingresa el código');
    setProblem(null);
    note(true);
    try {
      await send(code);
    } catch (error) {
      if (!(error instanceof ReauthenticationDeclined)) {
        logFailure('second factor', error);
        setProblem((error instanceof Error && error.message) || UNKNOWN);
      }
    }
    note(false);
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field label={label} hint={hint} error={problem ?? undefined}>
        {(control) => (
          <input
            {...control}
            data-autofocus
            className={`${control.className} ${styles.code}`}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
      {problem && (
        <p className="visually-hidden" role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" busy={busy}>
        {busy ? 'Comprobando…' : confirm}
      </Button>
    </form>
  );
}
