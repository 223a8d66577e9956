import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemsOf } from '#contract/base/rules.ts';
import { openOrder } from '#contract/orders/opened-orders.ts';
import { greetBuyer } from '#domain/orders/chat.ts';
import { whatsappUrl } from '#domain/people/phones.ts';
import { listKinds } from '#domain/pins/choice.ts';
import { EmailDoubt } from '#web/features/delivery/EmailDoubt.tsx';
import { useOffer } from '#web/features/uploads/use-pin.ts';
import { pageConfig } from '#web/lib/config.ts';
import { readWhole } from '#web/lib/decimals.ts';
import { newKey } from '#web/lib/new-key.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { QuoteFields, readQuote, type TypedQuote } from './QuoteFields.tsx';

type ContactField = 'fullName' | 'phone' | 'email';
type Opened = { id: string; link: string; chat: string | null; isQuote: boolean };
type Values = Record<ContactField | 'agreedTotal', string> & { quote: TypedQuote | null };

const EMPTY: Values = { fullName: '', phone: '', email: '', agreedTotal: '', quote: null };

/** Opens an order for a buyer who wrote or came to the shop: contact and agreed total. */
export function NewOrderWindow({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [key] = useState(newKey);
  const kinds = listKinds(useOffer());
  const [opened, setOpened] = useState<Opened | null>(null);
  const form = useForm({
    initial: EMPTY,
    check: (values) => {
      const body = toBody(values, kinds);
      return {
        ...problemsOf(openOrder.body, body),
        ...(Number.isNaN(body.agreedTotal) && { agreedTotal: NO_AMOUNT }),
      };
    },
    send: async (values) => {
      const { order, link } = await callAdmin(openOrder, {
        idempotencyKey: key,
        body: toBody(values, kinds),
      });
      const { fullName, phone } = values;
      const topic = { shopName: pageConfig.get().shop.name, fullName, orderId: order.id };
      const does = values.quote ? 'Esta es tu cotización' : 'Agrega tus imágenes aquí';
      const text = `${greetBuyer(topic)} ${does}: ${link}`;
      const isQuote = values.quote !== null;
      setOpened({ id: order.id, link, chat: whatsappUrl(phone, text), isQuote });
      await client.invalidateQueries({ queryKey: ['admin'] });
    },
  });
  const about = {
    title: 'Nuevo pedido',
    subtitle: 'Para quien te escribe o te compra en una feria',
  };
  if (opened) {
    return (
      <Dialog {...about} onClose={onClose}>
        <Notice tone="success">
          {opened.isQuote
            ? `Hiciste la cotización ${opened.id}. Con este enlace quien compra la acepta; en el pedido está también como PDF.`
            : `Abriste el pedido ${opened.id}. Con este enlace quien compra agrega sus imágenes.`}
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
      label={form.values.quote ? 'Hacer cotización' : 'Abrir pedido'}
      form={form}
      isTyped={Object.values(form.values).some((value) =>
        typeof value === 'string' ? value.trim() !== '' : value !== null,
      )}
      failure={<Failed what="Error al abrir el pedido" error={form.error} />}
      onClose={onClose}
    >
      <TextField label="Nombre" {...form.field('fullName')} />
      <TextField label="Teléfono" type="tel" {...form.field('phone')} />
      <TextField
        label="Email"
        type="email"
        hint="Con teléfono o email basta; al email le enviamos el enlace"
        {...form.field('email')}
      />
      <EmailDoubt typed={form.values.email} onCorrect={form.field('email').onType} />
      <TextField
        label="Total acordado"
        hint="Con envío. Vacío: los precios de la tienda"
        isOptional
        inputMode="numeric"
        {...form.field('agreedTotal')}
      />
      <QuoteFields
        quote={form.values.quote}
        problem={form.problem}
        onChange={(quote) => form.edit({ quote })}
      />
    </SendDialog>
  );
}

const NO_AMOUNT = 'Escribe un monto en pesos, como 25.000';

/** Returns the request body of the form; an unreadable total is NaN. */
function toBody({ agreedTotal, quote, ...contact }: Values, kinds: ReturnType<typeof listKinds>) {
  return {
    ...(quote ? { quote: readQuote(quote, kinds) } : {}),
    images: [],
    deliveryData: Object.fromEntries(
      Object.entries(contact)
        .map(([field, text]) => [field, text.trim()])
        .filter(([, text]) => text !== ''),
    ),
    agreedTotal: agreedTotal.trim() === '' ? null : readWhole(agreedTotal),
  };
}
