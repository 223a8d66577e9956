import { problemsOf } from '#contract/base/rules.ts';
import type { OwnOrder } from '#contract/orders/own-order.ts';
import { requestInvoice } from '#contract/payments/documents.ts';
import { isVoid } from '#domain/orders/status.ts';
import { INVOICE_LIMITS, type Invoice } from '#domain/payments/invoice.ts';
import { callApi } from '#web/lib/api.ts';
import type { ShownOrder } from '#web/lib/shown-order.ts';
import { AskButton } from '#web/ui/AskButton.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { TextField } from '#web/ui/FormFields.tsx';
import { PagePart } from '#web/ui/PagePart.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useForm } from '#web/ui/use-form.ts';

type Props = { order: ShownOrder; of: OwnOrder; onSent: (order: ShownOrder) => void };

const EMPTY: Invoice = { rut: '', name: '', giro: '', address: '' };

/** The buyer's request for a factura, until the shop has issued a document. */
export function InvoicePart({ order, of, onSent }: Props) {
  const { invoice, document, status, deliveryData } = order;
  const { imagesCount, totalAmount } = deliveryData.pricing;
  // What costs nothing gets no document; one without pictures has no price yet.
  const isFree = imagesCount > 0 && totalAmount === 0;
  const isOpen = document === null && !isVoid(status) && !isFree;
  if (!isOpen && invoice === null) return null;
  return (
    <PagePart title="Datos para factura">
      {invoice && <Facts variant="tiles" facts={invoiceFacts(invoice)} />}
      {isOpen && (
        <AskButton
          label={invoice ? 'Cambiar los datos de la factura' : 'Pedir factura'}
          window={(acts) => <InvoiceDialog {...{ order, of, ...acts }} />}
          onSent={onSent}
        />
      )}
    </PagePart>
  );
}

/** Returns the receiver of a factura with the labels of both its screens. */
export function invoiceFacts({ rut, name, giro, address }: Invoice): [string, string][] {
  return [
    ['Factura para', name],
    ['RUT', rut],
    ['Giro', giro],
    ['Dirección de la factura', address],
  ];
}

function InvoiceDialog({ order, of, onSent, onClose }: Props & { onClose: () => void }) {
  const form = useForm({
    // The holder of a link sees them only in part: they are typed anew.
    initial: 'orderId' in of && order.invoice ? order.invoice : EMPTY,
    check: (values) => problemsOf(requestInvoice.body, { ...of, ...values }),
    send: async (values) => {
      const answer = await callApi(requestInvoice, { body: { ...of, ...values } });
      onSent({ ...order, invoice: answer.order.invoice });
    },
  });
  return (
    <SendDialog
      title="Pedir factura"
      subtitle={`Pedido ${order.id}`}
      label="Guardar"
      form={form}
      onClose={onClose}
    >
      <p>En vez de boleta recibes una factura con estos datos.</p>
      <TextField
        label="RUT"
        hint="Con guion, por ejemplo 12.345.678-5"
        maxLength={INVOICE_LIMITS.rut}
        {...form.field('rut')}
      />
      <TextField
        label="Razón social"
        dir="auto"
        autoComplete="organization"
        maxLength={INVOICE_LIMITS.name}
        {...form.field('name')}
      />
      <TextField label="Giro" dir="auto" maxLength={INVOICE_LIMITS.giro} {...form.field('giro')} />
      <TextField
        label="Dirección"
        dir="auto"
        autoComplete="street-address"
        maxLength={INVOICE_LIMITS.address}
        {...form.field('address')}
      />
    </SendDialog>
  );
}
