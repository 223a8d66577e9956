import { type ReactNode, useId, useState } from 'react';
import type { DeliveryForm as Values } from '#domain/delivery/delivery.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './DeliveryDialog.module.css';
import { DeliveryForm } from './DeliveryForm.tsx';
import { isSameForm, type SavedAddresses } from './saved-address.ts';
import type { DeliveryStage } from './use-delivery-form.ts';

type Props = {
  title: string;
  subtitle?: string;
  initial: Values;
  /** Values typed here before the buyer went back. */
  typed?: Values | null;
  /** Something else was typed than the form's values. */
  isTyped?: boolean;
  signedIn?: boolean;
  saved?: SavedAddresses;
  asksNotes?: boolean;
  asksWay?: boolean;
  confirm: string;
  /** The button's label while it is being sent. */
  sending?: string;
  success?: { text: string; ms: number };
  /** Sends the complete form to the shop; the dialog shows its error. */
  send: (form: Values) => Promise<void>;
  /** Called after the success message was shown. */
  onDone: () => void;
  onClose: () => void;
  /** Returns to the previous step with the typed values, to continue later. */
  onBack?: (typed: Values) => void;
  /** Content below the form, by its current values; its inputs belong to the form of the id. */
  note?: (form: Values, formId: string) => ReactNode;
  /** Content above the form, by its current values. */
  children?: (form: Values) => ReactNode;
};

export function DeliveryDialog(props: Props) {
  const { title, subtitle, initial, typed, confirm, send, onDone, onClose, onBack } = props;
  const { isTyped = false, signedIn = true, saved = [], asksNotes = true, asksWay = true } = props;
  const { sending = 'Procesando...', success, note, children } = props;
  const formId = useId();
  const [values, setValues] = useState(typed ?? initial);
  const [stage, setStage] = useState<DeliveryStage>('typing');
  const isBusy = stage !== 'typing';
  const isSending = stage === 'sending';
  return (
    <FormDialog
      title={title}
      subtitle={subtitle}
      width="wide"
      locked={isBusy}
      isTyped={isTyped || !isSameForm(initial, values)}
      onClose={onClose}
    >
      {onBack && (
        <Button
          variant="quiet"
          className={styles.back}
          disabled={isBusy}
          onClick={() => onBack(values)}
        >
          <Icon name="back" /> Volver
        </Button>
      )}
      {children && <div inert={isBusy}>{children(values)}</div>}
      <DeliveryForm
        formId={formId}
        initial={typed ?? initial}
        signedIn={signedIn}
        saved={saved}
        asksNotes={asksNotes}
        asksWay={asksWay}
        send={send}
        {...(success ? { success } : {})}
        onEdit={(edits) => setValues((now) => ({ ...now, ...edits }))}
        onStage={setStage}
        onComplete={onDone}
      />
      {note?.(values, formId)}
      <Actions isBusy={isBusy} onCancel={onClose}>
        <Button type="submit" form={formId} busy={isSending} disabled={isBusy}>
          {isSending ? sending : confirm}
        </Button>
      </Actions>
    </FormDialog>
  );
}
