import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { changeItem } from '#contract/proofs.ts';
import { cleanPinText, findUnwritable, MAX_TEXT_LENGTH } from '#domain/pins/text.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import styles from './Pictures.module.css';
import type { ChangeOrder } from './queries.ts';

type Props = {
  order: AdminOrderDetail;
  /** Index of the picture, from 0. */
  index: number;
  isBusy: boolean;
  change: ChangeOrder;
  onClose: () => void;
};

/** Corrects the text on a pin, such as a misspelt name, with a preview. */
export function TextWindow({ order: { items, proof }, index, isBusy, change, onClose }: Props) {
  const item = items[index];
  const before = item?.text?.value ?? '';
  const [typed, setTyped] = useState(before);
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const text = cleanPinText(typed);
  const problem = findProblem(text);
  const save = async () => {
    setTried(true);
    if (problem) return;
    if (text === before) return onClose();
    setFailure(null);
    const n = String(index + 1);
    const { tone, text: said } = await change(({ params: { id }, version }) =>
      callAdmin(changeItem, { params: { id, n }, version, body: { text } }),
    );
    if (tone === 'success') onClose();
    else setFailure(said);
  };
  if (!item?.text) return null;
  return (
    <FormDialog
      title={`Texto de la imagen ${index + 1}`}
      width="medium"
      locked={isBusy}
      isTyped={text !== before}
      onClose={onClose}
    >
      <span className={`${styles.pin} ${styles.middle}`}>
        <PinFace
          src={item.imageUrl}
          crop={item.crop}
          pin={item}
          text={{ ...item.text, value: text }}
          size="full"
        />
      </span>
      <TextField
        label="Texto del pin"
        hint={
          proof?.state === 'open' || proof?.state === 'approved'
            ? 'La prueba que enviaste queda anulada: envía otra'
            : undefined
        }
        error={isTried && problem ? problem : undefined}
        dir="auto"
        maxLength={MAX_TEXT_LENGTH}
        value={typed}
        onType={setTyped}
        onKeyDown={({ key }) => {
          if (key === 'Enter') void save();
        }}
      />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Actions isBusy={isBusy} onCancel={onClose}>
        <Button busy={isBusy} onClick={() => void save()}>
          Guardar texto
        </Button>
      </Actions>
    </FormDialog>
  );
}

function findProblem(text: string): string | null {
  if (text === '') return 'Falta el texto';
  const unwritable = findUnwritable(text);
  return unwritable.length > 0
    ? `No tenemos letras para esto: ${unwritable.slice(0, 5).join(' ')}`
    : null;
}
