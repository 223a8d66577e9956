import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { Actions } from './Actions.tsx';
import { Button } from './Button.tsx';
import { FormDialog } from './FormDialog.tsx';
import { Form } from './FormFields.tsx';
import { focusProblem } from './focus-problem.ts';

type Problems = Readonly<Record<string, string>>;

type Props = Omit<ComponentProps<typeof FormDialog>, 'locked' | 'children'> & {
  /** Label of the button that sends. */
  label: string;
  /** Label of the button that closes the window. */
  cancel?: string;
  isBusy?: boolean;
  /** Errors of the current values, by field. */
  problems: Problems;
  /** Called if there are no errors. */
  onSend: () => unknown;
  /** Why the last attempt failed. */
  failure?: ReactNode;
  /** The fields, with their errors after the first attempt. */
  children: (shown: Problems) => ReactNode;
};

/**
 * A window with one form: sending it marks the wrong fields and focuses the first of them, also
 * when the shop refuses it.
 */
export function SendDialog(props: Props) {
  const { label, cancel = 'Cancelar', isBusy = false, problems, failure, ...rest } = props;
  const { onSend, onClose, children, ...window } = rest;
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  const send = async () => {
    setTried(true);
    if (Object.keys(problems).length === 0) await onSend();
    focusProblem(form);
  };
  return (
    <FormDialog {...window} locked={isBusy} onClose={onClose}>
      <Form ref={form} noValidate onSend={send}>
        {children(isTried ? problems : {})}
        {failure}
        <Actions cancel={cancel} isBusy={isBusy} onCancel={onClose}>
          <Button type="submit" busy={isBusy}>
            {label}
          </Button>
        </Actions>
      </Form>
    </FormDialog>
  );
}
