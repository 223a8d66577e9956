import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useController, useFormState } from 'react-hook-form';
import { type Comuna, searchComunas } from '#domain/delivery/comunas.ts';
import { DELIVERY_LIMITS } from '#domain/delivery/delivery.ts';
import { findCity, findRegion, regionName, regions } from '#domain/delivery/regions.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { Button } from '#web/ui/Button.tsx';
import fieldStyles from '#web/ui/Field.module.css';
import { Field } from '#web/ui/Field.tsx';
import comunaSearchStyles from './ComunaSearch.module.css';
import styles from './DeliveryForm.module.css';
import { daysTo } from './days-to.ts';
import { type FormParts, LineField, listLines } from './LineField.tsx';

type Props = FormParts & {
  asksStreet: boolean;
  asksNotes: boolean;
  onPlace: (region: string, city: string) => void;
};

export function AddressFields({
  control,
  register,
  setValue,
  asksStreet,
  asksNotes,
  onPlace,
}: Props) {
  const { errors } = useFormState({ control });
  const { field: region } = useController({ control, name: 'region' });
  const { field: city } = useController({ control, name: 'city' });
  const citySelect = useRef<HTMLSelectElement | null>(null);
  const days = daysTo({ region: region.value }, usePageConfig());
  const farHint = days.isFar ? `Tu pedido llega en ${days.within} desde tu pago` : undefined;
  const listed = findRegion(region.value)?.cities.map(({ name }) => name) ?? [];
  // A commune found by the search stays in the list while it is chosen.
  const isFurther =
    city.value && !listed.includes(city.value) && findCity(region.value, city.value);
  const cities = isFurther ? [city.value, ...listed] : listed;
  return (
    <div className={`${styles.fields} ${fieldStyles.aligned}`}>
      <Field label="Región" error={errors.region?.message} hint={asksNotes ? farHint : undefined}>
        {(input) => (
          <select
            {...input}
            {...region}
            onChange={({ target: { value } }) => onPlace(value, findCity(value, city.value) ?? '')}
            autoComplete="address-level1"
          >
            <option value="">Elige una región</option>
            {regions.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Ciudad" error={errors.city?.message}>
        {(input) => (
          <select
            {...input}
            {...city}
            ref={(select) => {
              city.ref(select);
              citySelect.current = select;
            }}
            onChange={({ target }) => onPlace(region.value, target.value)}
            disabled={!region.value}
            autoComplete="address-level2"
          >
            <option value="">
              {region.value ? 'Elige una ciudad' : 'Primero elige la región'}
            </option>
            {cities.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className={styles.wide}>
        <ComunaSearch
          onChoose={({ region, name }) => {
            onPlace(region, name);
            // After the list is enabled.
            requestAnimationFrame(() => citySelect.current?.focus());
          }}
        />
      </div>
      {asksStreet &&
        listLines('street').map((name) => (
          <div key={name} className={styles.wide}>
            <LineField name={name} control={control} register={register} setValue={setValue} />
          </div>
        ))}
      {asksNotes && (
        <NotesField
          {...{ control, register }}
          placeholder={asksStreet ? 'Ej.: portón verde, dejar en conserjería' : undefined}
        />
      )}
    </div>
  );
}

type NotesProps = Pick<FormParts, 'control' | 'register'> & { placeholder?: string | undefined };

export function NotesField({ control, register, placeholder }: NotesProps) {
  const { errors } = useFormState({ control, name: 'notes' });
  return (
    <div className={styles.wide}>
      <Field label="Información adicional" isOptional error={errors.notes?.message}>
        {(input) => (
          <textarea
            {...input}
            {...register('notes')}
            dir="auto"
            rows={3}
            maxLength={DELIVERY_LIMITS.notes}
            placeholder={placeholder}
          />
        )}
      </Field>
    </div>
  );
}

/** Maximum number of search results shown. */
const LISTED = 8;

type ComunaSearchProps = { onChoose: (comuna: Comuna) => void };

/** Finds any commune of Chile, for buyers outside the listed cities. */
function ComunaSearch({ onChoose }: ComunaSearchProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (comuna: Comuna) => {
    setOpen(false);
    onChoose(comuna);
  };
  return (
    <>
      <Button
        variant="quiet"
        className={comunaSearchStyles.toggle}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        ¿No encuentras tu ciudad?
      </Button>
      {isOpen && <Search onChoose={choose} onLeave={() => setOpen(false)} />}
    </>
  );
}

function Search({ onChoose, onLeave }: ComunaSearchProps & { onLeave: () => void }) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [isListed, setListed] = useState(false);
  const [active, setActive] = useState(0);
  const all = isListed ? searchComunas(typed, LISTED + 1) : [];
  const found = all.slice(0, LISTED);
  const optionId = (index: number) => `${listId}-${index}`;

  const list = (text: string) => {
    setTyped(text);
    setListed(true);
    setActive(0);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      setListed(true);
      const count = found.length;
      if (count > 0) setActive((active + (key === 'ArrowDown' ? 1 : count - 1)) % count);
    } else if (key === 'Enter') {
      const comuna = found[active];
      if (comuna) onChoose(comuna);
    } else if (key === 'Escape') {
      if (found.length > 0) setListed(false);
      else if (typed) list('');
      else onLeave();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={comunaSearchStyles.search}>
      <Field label="Busca tu comuna" hint="Conocemos las 346 comunas de Chile">
        {(control) => (
          <input
            {...control}
            ref={focus}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={found.length > 0}
            aria-controls={found.length > 0 ? listId : undefined}
            aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
            autoComplete="off"
            value={typed}
            onChange={(event) => list(event.target.value)}
            onBlur={() => setListed(false)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {found.length > 0 && (
        <div id={listId} role="listbox" aria-label="Comunas" className="stack">
          {found.map((comuna, index) => (
            <button
              key={comuna.name}
              type="button"
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={`plain ${comunaSearchStyles.option}`}
              // Keeps the focus in the text field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(comuna)}
            >
              {comuna.name}{' '}
              <span className={comunaSearchStyles.region}>{regionName(comuna.region)}</span>
            </button>
          ))}
        </div>
      )}
      <p role="status" className="soft">
        {isListed && typed.trim() ? countText(all.length) : ''}
      </p>
    </div>
  );
}

/** A user who opens the search wants to type. */
function focus(input: HTMLInputElement | null) {
  input?.focus();
}

function countText(count: number): string {
  if (count > LISTED) return `Hay más de ${LISTED}: escribe otra letra para acotar`;
  if (count === 0) return 'Ninguna comuna se llama así. Prueba con otra parte del nombre.';
  return count === 1 ? '1 comuna encontrada' : `${count} comunas encontradas`;
}
