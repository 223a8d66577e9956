import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import {
  downloadDocument,
  MAX_DOCUMENT_NUMBER_LENGTH,
  noteDocument,
  removeDocument,
} from '#contract/payments/documents.ts';
import { dayOf, formatDay } from '#domain/base/dates.ts';
import { mailboxOf, tellsBuyer } from '#domain/orders/mailbox.ts';
import { DOCUMENT_KINDS, type DocumentKind, documentLabel } from '#domain/payments/invoice.ts';
import { fillPath } from '#web/lib/fill-path.ts';
import { sendForm } from '#web/lib/send-form.ts';
import { withReauthentication } from '#web/lib/with-reauthentication.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { DownloadButton } from '#web/panel/DownloadButton.tsx';
import styles from '#web/panel/order/Order.module.css';
import { Part } from '#web/panel/order/Part.tsx';
import { usePartForm } from '#web/panel/order/use-part-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Form, SelectField, TextField } from '#web/ui/FormFields.tsx';
import { invoiceFacts } from './InvoicePart.tsx';

type Values = {
  kind: DocumentKind;
  number: string;
  issuedOn: string;
  file: File | null;
  tellsAgain: boolean;
};

const KINDS = DOCUMENT_KINDS.map((kind) => [kind, documentLabel(kind)] as const);

/** The boleta or factura of the shop's provider: number, day, and the PDF for the buyer. */
export function DocumentPart({ order }: { order: AdminOrderDetail }) {
  const { document, invoice } = order;
  const [today] = useState(() => dayOf(Date.now()));
  const [isRemoving, setRemoving] = useState(false);
  const wasNoted = order.history.some(({ action }) => action === 'document_changed');
  const form = usePartForm<Values>(order, 'Error al guardar la boleta', {
    kind: document ? (document.kind ?? 'boleta') : invoice ? 'factura' : 'boleta',
    number: document?.number ?? '',
    issuedOn: document?.issuedOn ?? today,
    file: null,
    tellsAgain: false,
  });
  const { kind, number, issuedOn, file, tellsAgain } = form.values;
  const label = documentLabel(kind);
  const name = label.toLowerCase();
  const save = () => {
    const noted = {
      kind,
      number: number.trim(),
      issuedOn,
      tellsAgain: String(wasNoted && tellsAgain),
    };
    return form.save(({ params, version }) => {
      const route = { ...noteDocument, path: fillPath(noteDocument.path, params) };
      return withReauthentication(() =>
        sendForm(route, { ...noted, file }, { 'If-Match': `"${version}"` }),
      );
    });
  };
  const remove = async () => {
    setRemoving(true);
    await form.save((target) => callAdmin(removeDocument, target));
    setRemoving(false);
  };
  const text = document
    ? `N.º ${document.number}, del ${formatDay(document.issuedOn)}`
    : `Sin ${name}`;
  return (
    <Part title={label} brief={text} isEmpty={!document && !invoice} outcome={form.outcome}>
      <Facts facts={[[label, text], ...(invoice ? invoiceFacts(invoice) : [])]} />
      {document?.hasFile && (
        <DownloadButton
          file={downloadDocument}
          of={{ params: { id: order.id }, fallbackName: `${order.id}_${name}.pdf` }}
          failure={`Error al descargar la ${name}`}
        >
          Descargar PDF
        </DownloadButton>
      )}
      <Form className={styles.form} onSend={save}>
        {!document && <SelectField label="Documento" options={KINDS} {...form.choice('kind')} />}
        <TextField
          label={`Número de la ${name}`}
          dir="auto"
          required
          maxLength={MAX_DOCUMENT_NUMBER_LENGTH}
          {...form.field('number')}
        />
        <TextField
          label={`Fecha de la ${name}`}
          type="date"
          required
          max={today}
          {...form.field('issuedOn')}
        />
        <div className={`row ${styles.wide}`}>
          <FileButton
            accept="application/pdf"
            disabled={form.isBusy}
            onFiles={([chosen]) => chosen && form.edit('file', chosen)}
          >
            {file || document?.hasFile ? 'Elegir otro PDF' : 'Adjuntar PDF'}
          </FileButton>
          <span className="soft" dir="auto">
            {file
              ? file.name
              : `Opcional, hasta 5 MB. ${tellsBuyer(order, 'Va en el correo a quien compró.')}`}
          </span>
        </div>
        {wasNoted && mailboxOf(order) !== null && (
          <div className={styles.wide}>
            <Check checked={tellsAgain} onToggle={(isOn) => form.edit('tellsAgain', isOn)}>
              Enviarla de nuevo por correo
            </Check>
          </div>
        )}
        <div className={`row ${styles.wide}`}>
          <Button
            type="submit"
            variant="secondary"
            busy={form.isBusy && !isRemoving}
            disabled={form.isBusy}
          >
            {document ? `Guardar ${name}` : `Anotar ${name}`}
          </Button>
          {document && (
            <Button
              variant="quiet"
              busy={isRemoving}
              disabled={form.isBusy}
              onClick={() => void remove()}
            >
              Quitar la {name}
            </Button>
          )}
        </div>
      </Form>
    </Part>
  );
}
