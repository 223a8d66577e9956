import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { openOrder } from '#contract/opened-orders.ts';
import { problemsOf } from '#contract/rules.ts';
import { greetBuyer } from '#domain/chat.ts';
import { whatsappUrl } from '#domain/phones.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { Failed } from '#web/features/admin/Failure.tsx';
import { Refusal } from '#web/lib/api.ts';
import { pageConfig } from '#web/lib/config.ts';
import { readWhole } from '#web/lib/decimals.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Form, TextField } from '#web/ui/FormFields.tsx';
import { focusProblem } from '#web/ui/focus-problem.ts';
import { Notice } from '#web/ui/Notice.tsx';

type Opened = { id: string; link: string; chat: string | null };

/** Opens an order for a buyer who wrote or came to the shop: contact and agreed total. */
export function NewOrderWindow({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [form, setForm] = useState({ fullName: '', phone: '', email: '', total: '' });
  const [key] = useState(() => crypto.randomUUID());
  const [isBusy, setBusy] = useState(false);
  const [isTried, setTried] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const place = useRef<HTMLFormElement>(null);
  const isTyped = opened === null && Object.values(form).some((text) => text.trim() !== '');
  const { fullName, phone, email, total } = form;
  const deliveryData = Object.fromEntries(
    Object.entries({ fullName, phone, email })
      .map(([field, text]) => [field, text.trim()])
      .filter(([, text]) => text !== ''),
  );
  const agreedTotal = total.trim() === '' ? null : readWhole(total);
  const body = { images: [], deliveryData, agreedTotal };
  const problems: Record<string, string> = {
    ...problemsOf(openOrder.body, body),
    ...(Number.isNaN(agreedTotal) && { agreedTotal: 'Escribe un monto en pesos, como 25.000' }),
  };
  const refused = error instanceof Refusal ? error.fields : {};
  const shown = isTried ? { ...problems, ...refused } : {};
  const field = (name: keyof typeof form) => ({
    value: form[name],
    error: shown[name === 'total' ? 'agreedTotal' : `deliveryData.${name}`],
    onType: (text: string) => {
      setForm({ ...form, [name]: text });
      setError(null);
    },
  });
  const send = async () => {
    setTried(true);
    setError(null);
    if (Object.keys(problems).length > 0) return focusProblem(place);
    setBusy(true);
    try {
      const { order, link } = await callAdmin(openOrder, { idempotencyKey: key, body });
      const topic = { shopName: pageConfig.get().shop.name, fullName, orderId: order.id };
      const text = `${greetBuyer(topic)} Agrega tus imágenes aquí: ${link}`;
      setOpened({ id: order.id, link, chat: whatsappUrl(phone, text) });
      await client.invalidateQueries({ queryKey: ['admin'] });
    } catch (cause) {
      setError(cause);
      focusProblem(place);
    }
    setBusy(false);
  };
  return (
    <FormDialog
      title="Nuevo pedido"
      subtitle="Para quien te escribe o te compra en una feria"
      width="medium"
      locked={isBusy}
      isTyped={isTyped}
      onClose={onClose}
    >
      {opened ? (
        <>
          <Notice tone="success">
            Abriste el pedido {opened.id}. Con este enlace quien compra agrega sus imágenes.
          </Notice>
          <p>
            <a href={opened.link}>{opened.link}</a>
          </p>
          <Actions>
            <CopyButton text={opened.link} label="Copiar enlace" />
            {opened.chat && (
              <ButtonLink href={opened.chat} target="_blank" rel="noreferrer">
                Enviar por WhatsApp
              </ButtonLink>
            )}
            <Button variant="secondary" onClick={onClose}>
              Listo
            </Button>
          </Actions>
        </>
      ) : (
        <Form ref={place} noValidate onSend={send}>
          <TextField label="Nombre" {...field('fullName')} />
          <TextField label="Teléfono" type="tel" {...field('phone')} />
          <TextField
            label="Email"
            type="email"
            hint="Con teléfono o email basta; al email le enviamos el enlace"
            {...field('email')}
          />
          <TextField
            label="Total acordado"
            hint="Con envío. Vacío: los precios de la tienda"
            isOptional
            inputMode="numeric"
            {...field('total')}
          />
          <Failed what="Error al abrir el pedido" error={error} />
          <Actions isBusy={isBusy} onCancel={onClose}>
            <Button type="submit" busy={isBusy}>
              Abrir pedido
            </Button>
          </Actions>
        </Form>
      )}
    </FormDialog>
  );
}
