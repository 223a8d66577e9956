import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { SavedAddress } from '#contract/people/saved-address.ts';
import type { Coordinates, DeliveryForm as Values } from '#domain/delivery/delivery.ts';
import { regionName } from '#domain/delivery/regions.ts';
import { LazyMapPicker } from '#web/maps/LazyMapPicker.tsx';
import { Button } from '#web/ui/Button.tsx';
import fieldStyles from '#web/ui/Field.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useTimeout } from '#web/ui/use-timeout.ts';
import addressChoiceStyles from './AddressChoice.module.css';
import { AddressFields, NotesField } from './AddressFields.tsx';
import { DayPart } from './DayPart.tsx';
import styles from './DeliveryForm.module.css';
import { EmailSuggestion, type FormParts, LineField, listLines } from './LineField.tsx';
import mapFieldStyles from './MapField.module.css';
import { isFilledWith, type SavedAddresses } from './saved-address.ts';
import { type DeliveryStage, useDeliveryForm } from './use-delivery-form.ts';
import { WayPart } from './WayPart.tsx';

const SAVED = { text: '✅ Datos guardados correctamente', ms: 1000 };

type Props = {
  formId: string;
  /** Initial values; afterwards the form keeps its own. */
  initial: Values;
  signedIn: boolean;
  saved?: SavedAddresses;
  asksNotes?: boolean;
  /** False: only an address. */
  asksWay?: boolean;
  /** The price is agreed, whatever the way of delivery. */
  isQuoted?: boolean;
  /** Sends the complete form to the shop; the form shows its error. */
  send?: (form: Values) => Promise<void>;
  success?: { text: string; ms: number };
  onEdit: (edits: Partial<Values>) => void;
  onStage: (stage: DeliveryStage) => void;
  onComplete: () => void;
};

export function DeliveryForm(props: Props) {
  // Each part re-renders by the fields it watches; memoising here too would cost 0.6 kB.
  'use no memo';
  const { formId, initial, signedIn, send, onEdit, onStage, onComplete } = props;
  const { saved = [], asksNotes = true, asksWay = true, isQuoted, success = SAVED } = props;
  const form = useDeliveryForm({ formId, initial, signedIn, send, onEdit, onStage });
  const { control, register, setValue, stage, problem, submitCount, submit } = form;
  const parts = { control, register, setValue };
  const way = useWatch({ control, name: 'way' });
  // A phone paints what is in its window first.
  const isWhole = useDeferredValue(true, false);
  const isSaved = stage === 'saved';
  const news = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (submitCount > 0) summary.current?.focus();
  }, [submitCount]);

  useEffect(() => {
    if (isSaved) news.current?.scrollIntoView({ block: 'nearest' });
  }, [isSaved]);
  useTimeout(isSaved, success.ms, onComplete);

  return (
    <form
      id={formId}
      className={styles.form}
      noValidate
      onKeyDown={moveOn}
      onSubmit={(event) => {
        if (stage !== 'typing') event.preventDefault();
        else void submit(event);
      }}
    >
      {problem && (
        <Notice ref={summary} tone="error" tabIndex={-1}>
          {problem}
        </Notice>
      )}
      {/* While it is being sent, the form shows the values that are sent. */}
      <div className={styles.form} inert={stage !== 'typing'}>
        {asksWay && <WayPart {...{ control, register, isQuoted }} />}
        {way === 'home' && (
          <AddressChoice
            control={control}
            addresses={saved}
            isEdited={form.isEdited}
            onChoose={form.fillIn}
          />
        )}
        <section className="stack-4">
          <h3 className={styles.title}>Datos del destinatario</h3>
          <RecipientFields
            {...parts}
            asksEmail={!signedIn}
            // Without an address its part is not shown.
            asksNotes={asksNotes && way === 'pickup'}
          />
        </section>
        {isWhole && way !== 'pickup' && (
          <section className="stack-4">
            <h3 className={styles.title}>
              {way === 'branch' ? 'Ciudad de la oficina' : 'Dirección de entrega'}
            </h3>
            <AddressFields
              {...parts}
              asksStreet={way === 'home'}
              asksNotes={asksNotes}
              onPlace={form.setPlace}
            />
          </section>
        )}
        {isWhole && way === 'home' && (
          <MapField control={control} hasLostPoint={form.hasLostPoint} onChange={form.setPoint} />
        )}
        {isWhole && asksNotes && <DayPart control={control} register={register} />}
      </div>
      <div ref={news} role="status" className={styles.news}>
        {isSaved && (
          <Notice tone="success" role="presentation">
            {success.text}
          </Notice>
        )}
      </div>
    </form>
  );
}

/** Recipient and contact. */
function RecipientFields({
  asksEmail,
  asksNotes,
  ...form
}: FormParts & { asksEmail: boolean; asksNotes: boolean }) {
  const names = listLines('recipient').filter((name) => asksEmail || name !== 'email');
  const isOdd = names.length % 2 === 1;
  return (
    <div className={`${styles.fields} ${fieldStyles.aligned}`}>
      {names.map((name) => (
        // A field without a partner fills its row.
        <div key={name} className={name === 'fullName' && isOdd ? styles.wide : undefined}>
          <LineField name={name} {...form} />
          {name === 'email' && <EmailSuggestion {...form} />}
        </div>
      ))}
      {asksNotes && <NotesField {...form} />}
    </div>
  );
}

/** No placeholder is shown for faster responses. */
const PATIENCE_MS = 400;

type AddressChoiceProps = Pick<FormParts, 'control'> & {
  addresses: SavedAddresses;
  /** Whether anything was typed since an address was chosen; then none is chosen. */
  isEdited: boolean;
  onChoose: (address: SavedAddress) => void;
};

function AddressChoice({ addresses, ...form }: AddressChoiceProps) {
  if (addresses?.length === 0) return null;
  if (!addresses) return <Waiting />;
  return (
    <section className="stack-4">
      <h3 className={styles.title}>Direcciones guardadas</h3>
      <ul className="stack-3">
        {addresses.map((saved) => (
          <li key={saved.lastUsed}>
            <AddressCard saved={saved} {...form} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type CardProps = Omit<AddressChoiceProps, 'addresses'> & { saved: SavedAddress };

function AddressCard({ saved, control, isEdited, onChoose }: CardProps) {
  const isFilled = useWatch({ control, compute: (form) => isFilledWith(form, saved) });
  const isChosen = isFilled && !isEdited;
  return (
    <button
      type="button"
      className={addressChoiceStyles.card}
      aria-pressed={isChosen}
      onClick={() => onChoose(saved)}
    >
      <span className={`disc ${addressChoiceStyles.mark}`}>
        <Icon name={isChosen ? 'tick' : 'pin'} />
      </span>
      <span className={addressChoiceStyles.lines}>
        <strong dir="auto">{saved.fullName}</strong>
        <span dir="auto">{saved.address}</span>
        <span>
          {saved.city}, {regionName(saved.region)}
        </span>
        <span className={addressChoiceStyles.phone}>{saved.phone}</span>
      </span>
    </button>
  );
}

function Waiting() {
  const [isSlow, setSlow] = useState(false);
  useTimeout(true, PATIENCE_MS, () => setSlow(true));
  if (!isSlow) return null;
  return (
    <section className="stack-4">
      <h3 className={styles.title}>Direcciones guardadas</h3>
      <Skeleton lines={1} height="calc(4lh + 2.25rem)" />
    </section>
  );
}

type MapFieldProps = {
  control: Control<Values>;
  /** The point was removed because it was far from the new city. */
  hasLostPoint: boolean;
  onChange: (point: Coordinates | null) => void;
};

/** The exact location of the address; the map is loaded on request. */
function MapField({ control, hasLostPoint, onChange }: MapFieldProps) {
  const [region, city, point] = useWatch({ control, name: ['region', 'city', 'coordinates'] });
  const [isOpen, setOpen] = useState(false);
  const mapId = useId();
  return (
    <section className="stack-4">
      <Button
        variant="secondary"
        className={mapFieldStyles.toggle}
        aria-expanded={isOpen}
        aria-controls={isOpen ? mapId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="pin" />
        {isOpen ? 'Cerrar el mapa' : 'Elegir el punto exacto en el mapa (opcional)'}
      </Button>
      <div role="status" className={mapFieldStyles.news}>
        {hasLostPoint && (
          <Notice tone="info" role="presentation">
            Quitamos el punto del mapa porque quedaba lejos de la ciudad que elegiste.
          </Notice>
        )}
      </div>
      {isOpen && (
        <div id={mapId}>
          <LazyMapPicker region={region} city={city} point={point} onChoose={onChange} />
        </div>
      )}
      {point && (
        <div className={`row ${mapFieldStyles.chosen}`}>
          <p>
            <strong>Punto de entrega</strong>
            <span className={mapFieldStyles.degrees}>Latitud: {point.lat.toFixed(6)}</span>
            <span className={mapFieldStyles.degrees}>Longitud: {point.lng.toFixed(6)}</span>
          </p>
          <Button variant="quiet" onClick={() => onChange(null)}>
            Quitar el punto
          </Button>
        </div>
      )}
    </section>
  );
}

/** On a phone the Enter key says 'next' (`enterKeyHint`): it moves the focus and sends nothing. */
function moveOn(event: KeyboardEvent<HTMLFormElement>) {
  const { key, target, currentTarget: form } = event;
  const isNext = target instanceof HTMLInputElement && target.enterKeyHint === 'next';
  if (key !== 'Enter' || !isNext || !matchMedia('(pointer: coarse)').matches) return;
  const fields = [...form.querySelectorAll<HTMLElement>('input, select:enabled, textarea')];
  const next = fields[fields.indexOf(target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
