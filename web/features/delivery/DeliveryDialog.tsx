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
  initial: Values;
  /** Values typed here before the buyer went back. */
  typed?: Values | null;
  saved?: SavedAddresses;
  asksNotes?: boolean;
  asksWay?: boolean;
  confirm: 'Confirmar Pedido' | 'Guardar y Continuar';
  success?: { text: string; ms: number };
  /** Sends the complete form to the shop; the dialog shows its error. */
  send: (form: Values) => Promise<void>;
  /** Called after the success message was shown. */
  onDone: () => void;
  onClose: () => void;
  /** Returns to the previous step with the typed values, to continue later. */
  onBack?: (typed: Values) => void;
  note?: ReactNode;
  /** Content above the form, by its current values. */
  children?: (form: Values) => ReactNode;
};

export function DeliveryDialog(props: Props) {
  const { title, initial, typed, confirm, send, onDone, onClose, onBack, children } = props;
  const { saved = [], asksNotes = true, asksWay = true, success, note } = props;
  const formId = useId();
  const [values, setValues] = useState(typed ?? initial);
  const [stage, setStage] = useState<DeliveryStage>('typing');
  const isBusy = stage !== 'typing';
  const isSending = stage === 'sending';
  return (
    <FormDialog
      title={title}
      width="wide"
      locked={isBusy}
      closesOnBackdrop={false}
      isTyped={!isSameForm(initial, values)}
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
        signedIn
        saved={saved}
        asksNotes={asksNotes}
        asksWay={asksWay}
        send={send}
        {...(success ? { success } : {})}
        onEdit={(edits) => setValues((now) => ({ ...now, ...edits }))}
        onStage={setStage}
        onComplete={onDone}
      />
      {note}
      <Actions isBusy={isBusy} onCancel={onClose}>
        <Button type="submit" form={formId} busy={isSending} disabled={isBusy}>
          {isSending ? 'Procesando...' : confirm}
        </Button>
      </Actions>
    </FormDialog>
  );
}
