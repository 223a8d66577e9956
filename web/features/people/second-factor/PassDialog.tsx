import { useState } from 'react';
import { passSecondFactor } from '#contract/people/second-factor.ts';
import { callApi, messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Form, TextField } from '#web/ui/FormFields.tsx';
import { useTask } from '#web/ui/use-task.ts';
import styles from './SecondFactor.module.css';

type Props = { onPassed: () => void; onClose: () => void };

export function PassDialog({ onPassed, onClose }: Props) {
  const sending = useTask(async (code: string) => {
    await callApi(passSecondFactor, { body: { code } });
    onPassed();
  }, 'second factor');
  return (
    <FormDialog
      title="Verificación en dos pasos"
      width="narrow"
      locked={sending.isBusy}
      onClose={onClose}
    >
      <CodeForm
        label="Código"
        hint="Los 6 dígitos que muestra tu aplicación, o uno de tus códigos de recuperación."
        confirm="Confirmar"
        sending={sending}
      />
      <Fold title="¿Perdiste tu celular?">
        {() => (
          <p>
            Escribe uno de los códigos de recuperación que guardaste al activar la verificación. Si
            tampoco los tienes, pide a quien mantiene el servidor de la tienda que la desactive.
          </p>
        )}
      </Fold>
    </FormDialog>
  );
}

const UNKNOWN = 'No pudimos comprobar el código. Vuelve a intentarlo';

type CodeFormProps = {
  label: string;
  hint: string;
  confirm: string;
  sending: Pick<ReturnType<typeof useTask<[code: string]>>, 'isBusy' | 'error' | 'run' | 'fail'>;
};

export function CodeForm({ label, hint, confirm, sending }: CodeFormProps) {
  const { isBusy, error, run, fail } = sending;
  const [code, setCode] = useState('');
  const problem = error === null ? undefined : messageOf(error, UNKNOWN);
  const submit = () => {
    if (isBusy) return;
    if (code.trim() === '') fail(new Error('Ingresa el código'));
    else void run(code);
  };
  return (
    <Form noValidate onSend={submit}>
      <TextField
        label={label}
        hint={hint}
        error={problem}
        data-autofocus
        className={styles.code}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={code}
        onType={setCode}
      />
      {problem && (
        <p className="visually-hidden" role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Comprobando…' : confirm}
      </Button>
    </Form>
  );
}
