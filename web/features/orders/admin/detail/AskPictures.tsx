import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { MAX_REQUEST_WORDS, requestPictures } from '#contract/production/pictures.ts';
import { askForBetter } from '#domain/pins/blur.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { itemKeys } from '#web/features/orders/item-key.ts';
import { Check } from '#web/ui/Check.tsx';
import { FieldGroup } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/FormFields.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { listBlurred } from './order-texts.ts';
import type { ChangeOrder } from './queries.ts';

type Props = {
  order: AdminOrderDetail;
  isBusy: boolean;
  change: ChangeOrder;
  onClose: () => void;
};

/** Asks the buyer for other pictures; those that print blurred are preselected. */
export function AskPictures({ order, isBusy, change, onClose }: Props) {
  const blurred = listBlurred(order);
  const start = {
    items: blurred.length > 0 ? blurred.map(({ n }) => n) : order.items.length === 1 ? [1] : [],
    words: blurred.length > 0 ? askForBetter(blurred).slice(0, MAX_REQUEST_WORDS) : '',
  };
  const [items, setItems] = useState<readonly number[]>(start.items);
  const [words, setWords] = useState(start.words);
  const keys = itemKeys(order.items);
  const toggle = (n: number) =>
    setItems(items.includes(n) ? items.filter((other) => other !== n) : [...items, n]);
  const send = async () => {
    const body = { items: [...items], words: words.trim() };
    await change((target) => callAdmin(requestPictures, { ...target, body }));
    onClose();
  };
  return (
    <SendDialog
      title="Pedir otra imagen"
      label="Pedir otra imagen"
      isBusy={isBusy}
      isTyped={words !== start.words}
      problems={{
        ...(items.length === 0 && { items: 'Elige al menos una imagen' }),
        ...(words.trim() === '' && { words: 'Escribe qué imagen necesitas y por qué' }),
      }}
      onSend={send}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <FieldGroup question="¿Cuáles?" error={shown.items}>
            {order.items.map((item, at) => (
              <Check
                key={keys[at]}
                checked={items.includes(at + 1)}
                onToggle={() => toggle(at + 1)}
              >
                <span dir="auto">
                  Imagen {at + 1}: {item.originalName}
                </span>
              </Check>
            ))}
          </FieldGroup>
          <TextArea
            label="Qué necesitas"
            hint="Lo leerá quien compró, en su correo, con un enlace para enviarla"
            error={shown.words}
            rows={5}
            maxLength={MAX_REQUEST_WORDS}
            value={words}
            onType={setWords}
          />
        </>
      )}
    </SendDialog>
  );
}
