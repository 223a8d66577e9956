import { type FormEvent, useState } from 'react';
import { logFailure } from '#web/lib/log.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { ReauthenticationDeclined } from '../use-fresh-sign-in.tsx';
import styles from './SecondFactor.module.css';

const UNKNOWN = 'No pudimos comprobar el código. Vuelve a intentarlo';

type Props = {
  label: string;
  hint: string;
  confirm: string;
  send: (code: string) => Promise<void>;
  onBusy?: (isBusy: boolean) => void;
};

export function CodeForm({ label, hint, confirm, send, onBusy }: Props) {
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
