import { type FormEvent, useId, useRef, useState } from 'react';
import { createDiscount } from '#contract/discounts-admin.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { Refusal } from '#web/lib/api.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { CodeFields } from './CodeFields.tsx';
import { type CodeForm, checkForm, editForm, newCode, toBody } from './code-form.ts';

type Props = { onDone: () => void; onClose: () => void };

export function CreateWindow({ onDone, onClose }: Props) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(newCode);
  const [isTried, setTried] = useState(false);
  const [now, setNow] = useState(Date.now);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const problems = isTried ? checkForm(values, now) : {};
  const refused = error instanceof Refusal ? error.fields : {};

  const edit = (changes: Partial<CodeForm>) => {
    setValues(editForm(values, changes));
    setError(null);
  };

  const showFirstProblem = () =>
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(),
    );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const moment = Date.now();
    setNow(moment);
    setTried(true);
    setError(null);
    if (Object.keys(checkForm(values, moment)).length > 0) return void showFirstProblem();
    setBusy(true);
    try {
      await callAdmin(createDiscount, { body: toBody(values) });
      onDone();
    } catch (cause) {
      setError(cause);
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title="Crear código de descuento"
      locked={isBusy}
      isTyped={JSON.stringify(values) !== JSON.stringify(newCode)}
      closesOnBackdrop={false}
      onClose={onClose}
    >
      <form ref={form} id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <CodeFields
          values={values}
          texts={{ ...problems, ...refused }}
          isDisabled={isBusy}
          onEdit={edit}
        />
      </form>
      {error !== null && (
        <Failure error={error} text={describeFailure('Error creando codigo', error)} />
      )}
      <Actions>
        <Button variant="secondary" disabled={isBusy} onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" form={formId} busy={isBusy}>
          {isBusy ? 'Creando...' : 'Crear código'}
        </Button>
      </Actions>
    </FormDialog>
  );
}
