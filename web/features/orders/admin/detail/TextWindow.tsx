import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { changeItem } from '#contract/production/proofs.ts';
import { cleanPinText, findUnwritable, MAX_TEXT_LENGTH } from '#domain/pins/text.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
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
  const [failure, setFailure] = useState<string | null>(null);
  const text = cleanPinText(typed);
  const problem = findProblem(text);
  const save = async () => {
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
    <SendDialog
      title={`Texto de la imagen ${index + 1}`}
      label="Guardar texto"
      isBusy={isBusy}
      isTyped={text !== before}
      problems={problem ? { text: problem } : {}}
      onSend={save}
      failure={failure !== null && <Notice tone="error">{failure}</Notice>}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <span className={`${styles.pin} ${styles.middle}`}>
            <PinFace
              src={item.imageUrl}
              pin={{ ...item, text: item.text && { ...item.text, value: text } }}
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
            error={shown.text}
            dir="auto"
            maxLength={MAX_TEXT_LENGTH}
            value={typed}
            onType={setTyped}
          />
        </>
      )}
    </SendDialog>
  );
}

function findProblem(text: string): string | null {
  if (text === '') return 'Falta el texto';
  const unwritable = findUnwritable(text);
  return unwritable.length > 0
    ? `No tenemos letras para esto: ${unwritable.slice(0, 5).join(' ')}`
    : null;
}
