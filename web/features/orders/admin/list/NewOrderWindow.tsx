import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemsOf } from '#contract/base/rules.ts';
import { openOrder } from '#contract/orders/opened-orders.ts';
import { greetBuyer } from '#domain/orders/chat.ts';
import { whatsappUrl } from '#domain/people/phones.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { Failed } from '#web/features/admin/Failure.tsx';
import { EmailDoubt } from '#web/features/delivery/EmailDoubt.tsx';
import { Refusal } from '#web/lib/api.ts';
import { pageConfig } from '#web/lib/config.ts';
import { readWhole } from '#web/lib/decimals.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useTask } from '#web/ui/use-task.ts';

type Opened = { id: string; link: string; chat: string | null };

/** Opens an order for a buyer who wrote or came to the shop: contact and agreed total. */
export function NewOrderWindow({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [form, setForm] = useState({ fullName: '', phone: '', email: '', total: '' });
  const [key] = useState(newKey);
  const [opened, setOpened] = useState<Opened | null>(null);
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
  const { isBusy, error, run, forget } = useTask(async () => {
    const { order, link } = await callAdmin(openOrder, { idempotencyKey: key, body });
    const topic = { shopName: pageConfig.get().shop.name, fullName, orderId: order.id };
    const text = `${greetBuyer(topic)} Agrega tus imágenes aquí: ${link}`;
    setOpened({ id: order.id, link, chat: whatsappUrl(phone, text) });
    await client.invalidateQueries({ queryKey: ['admin'] });
  });
  const refused = error instanceof Refusal ? error.fields : {};
  const about = {
    title: 'Nuevo pedido',
    subtitle: 'Para quien te escribe o te compra en una feria',
  };
  if (opened) {
    return (
      <Dialog {...about} onClose={onClose}>
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
      </Dialog>
    );
  }
  return (
    <SendDialog
      {...about}
      label="Abrir pedido"
      isBusy={isBusy}
      isTyped={Object.values(form).some((text) => text.trim() !== '')}
      problems={problems}
      onSend={run}
      failure={<Failed what="Error al abrir el pedido" error={error} />}
      onClose={onClose}
    >
      {(shown) => {
        const field = (name: keyof typeof form) => {
          const path = name === 'total' ? 'agreedTotal' : `deliveryData.${name}`;
          const onType = (text: string) => {
            setForm({ ...form, [name]: text });
            forget();
          };
          return { value: form[name], error: refused[path] ?? shown[path], onType };
        };
        return (
          <>
            <TextField label="Nombre" {...field('fullName')} />
            <TextField label="Teléfono" type="tel" {...field('phone')} />
            <TextField
              label="Email"
              type="email"
              hint="Con teléfono o email basta; al email le enviamos el enlace"
              {...field('email')}
            />
            <EmailDoubt typed={email} onCorrect={field('email').onType} />
            <TextField
              label="Total acordado"
              hint="Con envío. Vacío: los precios de la tienda"
              isOptional
              inputMode="numeric"
              {...field('total')}
            />
          </>
        );
      }}
    </SendDialog>
  );
}
