import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Actions } from './Actions.tsx';
import { Button } from './Button.tsx';
import { FormDialog } from './FormDialog.tsx';
import { Form, Problem } from './FormFields.tsx';
import type { FormOf } from './use-form.ts';

type Props = Omit<ComponentProps<typeof FormDialog>, 'locked'> & {
  form: Pick<FormOf<object>, 'isBusy' | 'isTyped' | 'submit' | 'submitCount'> & { error?: unknown };
  /** Label of the button that sends. */
  label: string;
  /** Label of the button that closes the window. */
  cancel?: string;
  /** Files are still on their way: it can be closed, but not sent. */
  isUploading?: boolean;
  /** Why the last attempt failed, where its own message is not enough. */
  failure?: ReactNode;
};

/**
 * A window with one form: sending it marks the wrong fields and focuses the first of them, also
 * when the shop refuses it.
 */
export function SendDialog(props: Props) {
  const {
    form,
    label,
    cancel = 'Cancelar',
    failure = <Problem error={form.error ?? null} />,
    isUploading = false,
    children,
    ...window
  } = props;
  const { isBusy, isTyped, submit, submitCount } = form;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [submitCount]);
  return (
    <FormDialog isTyped={isTyped} {...window} locked={isBusy}>
      <Form ref={element} noValidate onSend={submit}>
        {children}
        {failure}
        <Actions cancel={cancel} isBusy={isBusy} onCancel={window.onClose}>
          <Button type="submit" busy={isBusy || isUploading}>
            {label}
          </Button>
        </Actions>
      </Form>
    </FormDialog>
  );
}
