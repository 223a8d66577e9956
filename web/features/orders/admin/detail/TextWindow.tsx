import { changeItem } from '#contract/production/proofs.ts';
import { cleanPinText, findUnwritable, MAX_TEXT_LENGTH } from '#domain/pins/text.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { type ActProps, changeOrThrow } from '#web/panel/order/queries.ts';
import { TextField } from '#web/ui/FormFields.tsx';
import type { Problems } from '#web/ui/form-rules.ts';
import { PinFace } from '#web/ui/PinFace.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useForm } from '#web/ui/use-form.ts';
import styles from './Pictures.module.css';

/** `index` is that of the picture, from 0. */
type Props = ActProps & { index: number };

/** Corrects the text on a pin, such as a misspelt name, with a preview. */
export function TextWindow({ order: { items, proof }, index, change, onClose }: Props) {
  const item = items[index];
  const before = item?.text?.value ?? '';
  const form = useForm({
    initial: { text: before },
    check: ({ text }) => findProblem(cleanPinText(text)),
    send: async () => {
      const n = String(index + 1);
      if (text !== before)
        await changeOrThrow(change, ({ params: { id }, version }) =>
          callAdmin(changeItem, { params: { id, n }, version, body: { text } }),
        );
      onClose();
    },
  });
  const text = cleanPinText(form.values.text);
  if (!item?.text) return null;
  return (
    <SendDialog
      title={`Texto de la imagen ${index + 1}`}
      label="Guardar texto"
      form={form}
      isTyped={text !== before}
      onClose={onClose}
    >
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
        dir="auto"
        maxLength={MAX_TEXT_LENGTH}
        {...form.field('text')}
      />
    </SendDialog>
  );
}

function findProblem(text: string): Problems {
  if (text === '') return { text: 'Falta el texto' };
  const unwritable = findUnwritable(text);
  return unwritable.length > 0
    ? { text: `No tenemos letras para esto: ${unwritable.slice(0, 5).join(' ')}` }
    : {};
}
