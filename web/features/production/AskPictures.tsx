import { MAX_REQUEST_WORDS, requestPictures } from '#contract/production/pictures.ts';
import { askForBetter } from '#domain/pins/blur.ts';
import { itemKeys } from '#web/lib/item-keys.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { listBlurred } from '#web/panel/order/order-texts.ts';
import { type ActProps, changeOrThrow } from '#web/panel/order/queries.ts';
import { Check } from '#web/ui/Check.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { TextArea } from '#web/ui/FormFields.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useForm } from '#web/ui/use-form.ts';

/** Asks the buyer for other pictures; those that print blurred are preselected. */
export function AskPictures({ order, change, onClose }: ActProps) {
  const blurred = listBlurred(order);
  const initial: { items: readonly number[]; words: string } = {
    items: blurred.length > 0 ? blurred.map(({ n }) => n) : order.items.length === 1 ? [1] : [],
    words: blurred.length > 0 ? askForBetter(blurred).slice(0, MAX_REQUEST_WORDS) : '',
  };
  const form = useForm({
    initial,
    check: ({ items, words }) => ({
      ...(items.length === 0 && { items: 'Elige al menos una imagen' }),
      ...(words.trim() === '' && { words: 'Escribe qué imagen necesitas y por qué' }),
    }),
    send: async ({ items, words }) => {
      const body = { items: [...items], words: words.trim() };
      await changeOrThrow(change, (target) => callAdmin(requestPictures, { ...target, body }));
      onClose();
    },
  });
  const { items, words } = form.values;
  const keys = itemKeys(order.items);
  const toggle = (n: number) =>
    form.edit({ items: items.includes(n) ? items.filter((other) => other !== n) : [...items, n] });
  return (
    <SendDialog
      title="Pedir otra imagen"
      label="Pedir otra imagen"
      form={form}
      isTyped={words !== initial.words}
      onClose={onClose}
    >
      <FieldGroup question="¿Cuáles?" error={form.problem('items')}>
        {order.items.map((item, at) => (
          <Check key={keys[at]} checked={items.includes(at + 1)} onToggle={() => toggle(at + 1)}>
            <span className="clamped" dir="auto" title={item.originalName}>
              Imagen {at + 1}: {item.originalName}
            </span>
          </Check>
        ))}
      </FieldGroup>
      <TextArea
        label="Qué necesitas"
        hint="Lo leerá quien compró, en su correo, con un enlace para enviarla"
        rows={5}
        maxLength={MAX_REQUEST_WORDS}
        {...form.field('words')}
      />
    </SendDialog>
  );
}
