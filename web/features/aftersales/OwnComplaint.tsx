import { useState } from 'react';
import { complaintFields, MAX_COMPLAINT_LENGTH } from '#contract/aftersales/complaints.ts';
import { problemsOf } from '#contract/base/rules.ts';
import type { OwnOrder } from '#contract/orders/own-order.ts';
import { namePictures } from '#domain/aftersales/complaints.ts';
import { formatDateTime, formatDay } from '#domain/base/dates.ts';
import { atPickup, isPickedUp } from '#domain/delivery/way-texts.ts';
import { byMail } from '#domain/orders/mailbox.ts';
import { pinName, quoteText } from '#domain/pins/choice.ts';
import { ParcelLine } from '#web/features/production/ParcelLine.tsx';
import { checkFiles, describeRejection } from '#web/features/uploads/check-files.ts';
import { messageOf, Refusal } from '#web/lib/api.ts';
import { itemKeys } from '#web/lib/item-keys.ts';
import { sendForm } from '#web/lib/send-form.ts';
import { type ShownOrder, sendShownComplaint } from '#web/lib/shown-order.ts';
import { AskButton } from '#web/ui/AskButton.tsx';
import { BlobPicture } from '#web/ui/BlobPicture.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { TextArea } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PagePart } from '#web/ui/PagePart.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useForm } from '#web/ui/use-form.ts';
import styles from './OwnComplaint.module.css';

type Props = { order: ShownOrder; of: OwnOrder; onSent: (order: ShownOrder) => void };

/** The buyer's complaint, the shop's answer, and the form to complain. */
export function OwnComplaint({ order, of, onSent }: Props) {
  const { complaint, complainBy, reprint } = order;
  if (!complaint && complainBy === null && !reprint) return null;
  return (
    <PagePart title={complaint ? 'Tu reclamo' : 'Si algo salió mal'}>
      {complaint && (
        <Notice tone={complaint.isOpen ? 'info' : 'success'}>
          {describeComplaint(complaint, order)}
        </Notice>
      )}
      {complaint?.answer && (
        <p className={styles.answer} dir="auto">
          Te respondimos: <q>{complaint.answer}</q>
        </p>
      )}
      {reprint && <p>{describeReprint(order, reprint)}</p>}
      {reprint?.isSent && reprint.parcel && !isPickedUp(order) && (
        <ParcelLine parcel={reprint.parcel} />
      )}
      {complainBy !== null && (
        <>
          {!complaint?.isOpen && (
            <p className="soft">
              Si tus pines{' '}
              {isPickedUp(order) ? 'tienen fallas' : 'llegaron con fallas o no llegaron'}, cuéntanos
              aquí hasta el {formatDay(complainBy)}.
            </p>
          )}
          <AskButton
            label={complaint?.isOpen ? 'Contar algo más' : 'Algo salió mal'}
            variant={complaint ? 'quiet' : 'secondary'}
            window={(acts) => <ComplaintDialog {...{ order, of, ...acts }} />}
            onSent={onSent}
          />
        </>
      )}
    </PagePart>
  );
}

type Complaint = NonNullable<ShownOrder['complaint']>;
type Reprint = NonNullable<ShownOrder['reprint']>;

function describeComplaint({ at, items, isOpen }: Complaint, order: ShownOrder): string {
  const sent = `Reclamo enviado el ${formatDateTime(at)} por ${namePictures(items)}.`;
  if (!isOpen) return `${sent} Ya lo respondimos.`;
  if (order.reprint && !order.reprint.isSent) return sent;
  return `${sent} Lo revisamos y te contestamos${byMail(order)}; la respuesta queda también aquí.`;
}

function describeReprint(order: ShownOrder, reprint: Reprint): string {
  const { isSent, isReady, isPrinted } = reprint;
  if (isSent) {
    const done = isPickedUp(order) ? 'entregamos' : 'enviamos';
    return `Ya te ${done} tus pines nuevos, sin costo.`;
  }
  if (isReady) return `Tus pines nuevos están listos para retirar${atPickup(order)}.`;
  const what = isPrinted ? 'Preparamos tus pines de nuevo' : 'Hacemos tus pines de nuevo';
  const when = isPickedUp(order) ? 'puedas retirarlos' : 'vayan en camino';
  return `${what}, sin costo. Te avisamos${byMail(order)} cuando ${when}.`;
}

function ComplaintDialog({ order, of, onSent, onClose }: Props & { onClose: () => void }) {
  const only: readonly number[] = order.items.length === 1 ? [1] : [];
  const [photo, setPhoto] = useState<File | null>(null);
  const [photoProblem, setPhotoProblem] = useState<string | null>(null);
  const choose = async (file: File) => {
    const { problem } = await checkFiles([file], 1);
    setPhotoProblem(problem && describeRejection(problem));
    if (!problem) setPhoto(file);
  };
  const form = useForm({
    initial: { items: only, words: '' },
    check: (values) => problemsOf(complaintFields, values),
    send: async ({ items, words }) => {
      const fields = { ...of, items: JSON.stringify(items), words, photo };
      onSent((await sendForm(sendShownComplaint, fields)).order);
    },
  });
  const { isBusy, error, values } = form;
  const refused = error instanceof Refusal ? Object.values(error.fields).join('. ') : '';
  return (
    <SendDialog
      title="Algo salió mal"
      subtitle={`Pedido ${order.id}`}
      label={isBusy ? 'Enviando...' : 'Enviar reclamo'}
      cancel="Volver"
      form={form}
      isTyped={values.words.trim() !== '' || photo !== null}
      failure={error !== null && <Notice tone="error">{refused || messageOf(error)}</Notice>}
      onClose={onClose}
    >
      <PinChoice
        items={order.items}
        chosen={values.items}
        problem={form.problem('items')}
        onChoose={(items) => form.edit({ items })}
      />
      <TextArea
        label="¿Qué pasó?"
        hint="Por ejemplo: llegaron rayados, faltan tres, el color no es el mío"
        rows={4}
        maxLength={MAX_COMPLAINT_LENGTH}
        {...form.field('words')}
      />
      <div className={styles.photo}>
        {photo && <BlobPicture content={photo} alt="La foto que elegiste" />}
        <div className="row">
          <FileButton disabled={isBusy} onFiles={([file]) => file && void choose(file)}>
            {photo ? 'Elegir otra foto' : 'Agregar una foto'}
          </FileButton>
          {photo && (
            <Button variant="quiet" disabled={isBusy} onClick={() => setPhoto(null)}>
              Quitar la foto
            </Button>
          )}
        </div>
        {photoProblem !== null && <Notice tone="error">{photoProblem}</Notice>}
        <p className="soft">
          Opcional, y nos ayuda mucho: JPG, PNG o WebP de hasta 5&nbsp;MB. Solo la ve la tienda.
        </p>
      </div>
    </SendDialog>
  );
}

type PinChoiceProps = {
  items: ShownOrder['items'];
  /** Picture numbers, from 1. */
  chosen: readonly number[];
  problem: string | undefined;
  onChoose: (items: number[]) => void;
};

function PinChoice({ items, chosen, problem, onChoose }: PinChoiceProps) {
  const keys = itemKeys(items);
  const all = items.map((_, index) => index + 1);
  const toggle = (n: number) =>
    onChoose(all.filter((each) => (each === n) !== chosen.includes(each)));
  return (
    <FieldGroup question="¿Qué pines salieron mal?" error={problem}>
      {items.length > 1 && (
        <Check
          aria-invalid={problem ? true : undefined}
          checked={chosen.length === all.length}
          onToggle={(isOn) => onChoose(isOn ? all : [])}
        >
          Todo el pedido
        </Check>
      )}
      <ul className={styles.choices}>
        {items.map((item, index) => (
          <li key={keys[index]}>
            <label className={styles.choice}>
              <PinFace src={item.thumbnailUrl} pin={item} size="medium" />
              <span className={styles.name}>
                <input
                  type="checkbox"
                  aria-invalid={problem ? true : undefined}
                  checked={chosen.includes(index + 1)}
                  onChange={() => toggle(index + 1)}
                />
                Imagen {index + 1}
                {item.quantity > 1 && ` ×${item.quantity}`}
              </span>
              {quoteText(item) && <span className="soft">{quoteText(item)}</span>}
              {pinName(item) && <span className="soft">{pinName(item)}</span>}
            </label>
          </li>
        ))}
      </ul>
    </FieldGroup>
  );
}
