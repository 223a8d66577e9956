import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import {
  downloadDocument,
  MAX_DOCUMENT_NUMBER_LENGTH,
  noteDocument,
  removeDocument,
} from '#contract/payments/documents.ts';
import { dayOf, formatDay } from '#domain/base/dates.ts';
import { DOCUMENT_KINDS, type DocumentKind, documentLabel } from '#domain/payments/invoice.ts';
import { fillPath } from '#web/lib/fill-path.ts';
import { sendForm } from '#web/lib/send-form.ts';
import { callAdmin, withSecondFactor } from '#web/panel/call-admin.ts';
import { NotedActions, NotedFile } from '#web/panel/order/NotedForm.tsx';
import styles from '#web/panel/order/Order.module.css';
import { afterSending } from '#web/panel/order/order-texts.ts';
import { Part } from '#web/panel/order/Part.tsx';
import { useOrderChange } from '#web/panel/order/queries.ts';
import parts from '#web/panel/parts.module.css';
import { Check } from '#web/ui/Check.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Form, SelectField, TextField } from '#web/ui/FormFields.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { invoiceFacts } from './InvoicePart.tsx';

const KINDS = DOCUMENT_KINDS.map((kind) => [kind, documentLabel(kind)] as const);

/** The boleta or factura of the shop's provider: number, day, and the PDF for the buyer. */
export function DocumentPart({ order }: { order: AdminOrderDetail }) {
  const { document, invoice } = order;
  const [today] = useState(() => dayOf(Date.now()));
  const [typedNumber, setNumber] = useState<string | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const [typedKind, setKind] = useState<DocumentKind | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [tellsAgain, setTellsAgain] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { isBusy, outcome, change } = useOrderChange(order, 'Error al guardar la boleta');
  const wasNoted = order.history.some(({ action }) => action === 'document_changed');
  const kind = document
    ? (document.kind ?? 'boleta')
    : (typedKind ?? (invoice ? 'factura' : 'boleta'));
  const label = documentLabel(kind);
  const name = label.toLowerCase();
  const number = typedNumber ?? document?.number ?? '';
  const issuedOn = day ?? document?.issuedOn ?? today;
  const hasChanged =
    number !== (document?.number ?? '') || issuedOn !== (document?.issuedOn ?? today);
  useUnsaved(hasChanged || file !== null);
  const forget = () => {
    setNumber(afterSending(typedNumber, null));
    setDay(afterSending(day, null));
    setFile(null);
    setTellsAgain(false);
  };
  const save = async () => {
    const noted = {
      kind,
      number: number.trim(),
      issuedOn,
      tellsAgain: String(wasNoted && tellsAgain),
    };
    const { tone } = await change(({ params, version }) => {
      const route = { ...noteDocument, path: fillPath(noteDocument.path, params) };
      return withSecondFactor(() =>
        sendForm(route, { ...noted, file }, { 'If-Match': `"${version}"` }),
      );
    });
    if (tone === 'success') forget();
  };
  const remove = async () => {
    setRemoving(true);
    const { tone } = await change((target) => callAdmin(removeDocument, target));
    setRemoving(false);
    if (tone === 'success') forget();
  };
  const text = document
    ? `N.º ${document.number}, del ${formatDay(document.issuedOn)}`
    : `Sin ${name}`;
  return (
    <Part title={label} brief={text} isEmpty={!document && !invoice} outcome={outcome}>
      <Facts facts={[[label, text], ...(invoice ? invoiceFacts(invoice) : [])]} />
      {document?.hasFile && (
        <NotedFile
          route={downloadDocument}
          id={order.id}
          fallbackName={`${order.id}_${name}.pdf`}
          label="Descargar PDF"
          failure={`Error al descargar la ${name}`}
        />
      )}
      <Form className={styles.form} onSend={save}>
        {!document && (
          <SelectField label="Documento" value={kind} options={KINDS} onPick={setKind} />
        )}
        <TextField
          label={`Número de la ${name}`}
          dir="auto"
          required
          maxLength={MAX_DOCUMENT_NUMBER_LENGTH}
          value={number}
          onType={setNumber}
        />
        <TextField
          label={`Fecha de la ${name}`}
          type="date"
          required
          max={today}
          value={issuedOn}
          onType={setDay}
        />
        <div className={`${styles.row} ${styles.wide}`}>
          <FileButton
            accept="application/pdf"
            disabled={isBusy}
            onFiles={([chosen]) => chosen && setFile(chosen)}
          >
            {file || document?.hasFile ? 'Elegir otro PDF' : 'Adjuntar PDF'}
          </FileButton>
          <span className={parts.soft} dir="auto">
            {file ? file.name : 'Opcional, hasta 5 MB. Va en el correo a quien compró.'}
          </span>
        </div>
        {wasNoted && (
          <div className={styles.wide}>
            <Check checked={tellsAgain} onToggle={setTellsAgain}>
              Enviarla de nuevo por correo
            </Check>
          </div>
        )}
        <NotedActions
          save={document ? `Guardar ${name}` : `Anotar ${name}`}
          remove={document && `Quitar la ${name}`}
          isBusy={isBusy}
          isRemoving={isRemoving}
          onRemove={() => void remove()}
        />
      </Form>
    </Part>
  );
}
