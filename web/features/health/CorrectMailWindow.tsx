import { toBody, toForm } from '#contract/delivery/delivery.ts';
import { type FailedMail, retryJob } from '#contract/health/health-admin.ts';
import { correctAddress, readAdminOrder } from '#contract/orders/orders-admin-calls.ts';
import { isEmail } from '#domain/people/emails.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { TextField } from '#web/ui/FormFields.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useForm } from '#web/ui/use-form.ts';

type Props = {
  mail: FailedMail;
  /** All mails that could not be delivered: those of this order are sent again together. */
  others: readonly FailedMail[];
  onDone: (text: string) => Promise<void>;
  onClose: () => void;
};

/** Corrects the e-mail of a guest's order, and sends its mails again. */
export function CorrectMailWindow({ mail: { orderId, to }, others, onDone, onClose }: Props) {
  const id = orderId ?? '';
  const form = useForm({
    initial: { email: to ?? '' },
    check: ({ email }) => (isEmail(email.trim()) ? {} : { email: 'Escribe un correo válido' }),
    send: async ({ email }) => {
      const { order } = await callAdmin(readAdminOrder, { params: { id } });
      const values = { ...toForm(order.deliveryData), notes: '', email: email.trim() };
      const body = { ...toBody(values), updateShippingCost: false };
      await callAdmin(correctAddress, { params: { id }, version: order.version, body });
      const same = others.filter((each) => each.orderId === id && each.canCorrect);
      for (const { jobId } of same) await callAdmin(retryJob, { params: { id: jobId } });
      onClose();
      await onDone(`Corregiste el correo del pedido ${id}: se envía de nuevo`);
    },
  });
  return (
    <SendDialog
      title="Corregir correo"
      subtitle={`Pedido ${id}`}
      width="narrow"
      label="Guardar y enviar"
      form={form}
      failure={<Failed what="No se pudo corregir" error={form.error} />}
      onClose={onClose}
    >
      <TextField
        label="Correo de quien compró"
        type="email"
        autoComplete="off"
        hint="Los enlaces que se enviaron a la dirección de antes dejan de servir"
        {...form.field('email')}
      />
    </SendDialog>
  );
}
