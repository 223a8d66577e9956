import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { MAX_REQUEST_WORDS, requestPictures } from '#contract/pictures.ts';
import { askForBetter, findBlur } from '#domain/pins/blur.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { itemKeys } from '#web/features/orders/item-key.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import fieldStyles from '#web/ui/Field.module.css';
import { FieldGroup } from '#web/ui/Field.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextArea } from '#web/ui/FormFields.tsx';
import type { ChangeOrder } from './queries.ts';

type Props = {
  order: AdminOrderDetail;
  isBusy: boolean;
  change: ChangeOrder;
  onClose: () => void;
};

/** Asks the buyer for other pictures; those that print blurred are preselected. */
export function AskPictures({ order, isBusy, change, onClose }: Props) {
  const blurred = order.items.flatMap((item, at) => {
    const original = order.originals[at];
    const blur = original && findBlur(item.crop, original, item);
    return blur ? [{ n: at + 1, ...blur }] : [];
  });
  const start = {
    items: blurred.length > 0 ? blurred.map(({ n }) => n) : order.items.length === 1 ? [1] : [],
    words: blurred.length > 0 ? askForBetter(blurred).slice(0, MAX_REQUEST_WORDS) : '',
  };
  const [items, setItems] = useState<readonly number[]>(start.items);
  const [words, setWords] = useState(start.words);
  const [isTried, setTried] = useState(false);
  const keys = itemKeys(order.items);
  const isReady = items.length > 0 && words.trim() !== '';
  const toggle = (n: number) =>
    setItems(items.includes(n) ? items.filter((other) => other !== n) : [...items, n]);
  const send = async () => {
    setTried(true);
    if (!isReady) return;
    const body = { items: [...items], words: words.trim() };
    await change((target) => callAdmin(requestPictures, { ...target, body }));
    onClose();
  };
  return (
    <FormDialog
      title="Pedir otra imagen"
      width="medium"
      locked={isBusy}
      isTyped={words !== start.words}
      onClose={onClose}
    >
      <FieldGroup
        question="¿Cuáles?"
        error={isTried && items.length === 0 ? 'Elige al menos una imagen' : undefined}
      >
        {order.items.map((item, at) => (
          <label key={keys[at]} className={fieldStyles.choice}>
            <input
              type="checkbox"
              checked={items.includes(at + 1)}
              onChange={() => toggle(at + 1)}
            />
            <span dir="auto">
              Imagen {at + 1}: {item.originalName}
            </span>
          </label>
        ))}
      </FieldGroup>
      <TextArea
        label="Qué necesitas"
        hint="Lo leerá quien compró, en su correo, con un enlace para enviarla"
        error={
          isTried && words.trim() === '' ? 'Escribe qué imagen necesitas y por qué' : undefined
        }
        rows={5}
        maxLength={MAX_REQUEST_WORDS}
        value={words}
        onType={setWords}
      />
      <Actions isBusy={isBusy} onCancel={onClose}>
        <Button busy={isBusy} onClick={() => void send()}>
          Pedir otra imagen
        </Button>
      </Actions>
    </FormDialog>
  );
}
