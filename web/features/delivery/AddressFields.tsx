import { useRef } from 'react';
import { useController, useFormState } from 'react-hook-form';
import { DELIVERY_LIMITS } from '#domain/delivery.ts';
import { findCity, findRegion, regions } from '#domain/regions.ts';
import { Field } from '#web/ui/Field.tsx';
import { ComunaSearch } from './ComunaSearch.tsx';
import styles from './DeliveryForm.module.css';
import { type FormParts, LineField } from './LineField.tsx';

type Props = FormParts & { asksNotes: boolean; onPlace: (region: string, city: string) => void };

export function AddressFields({ control, register, setValue, asksNotes, onPlace }: Props) {
  const { errors } = useFormState({ control });
  const { field: region } = useController({ control, name: 'region' });
  const { field: city } = useController({ control, name: 'city' });
  const citySelect = useRef<HTMLSelectElement | null>(null);
  const listed = findRegion(region.value)?.cities.map(({ name }) => name) ?? [];
  // A commune that was found by the search stands on the list as long as it is chosen.
  const isFurther =
    city.value && !listed.includes(city.value) && findCity(region.value, city.value);
  const cities = isFurther ? [city.value, ...listed] : listed;
  return (
    <div className={styles.fields}>
      <Field label="Región" error={errors.region?.message}>
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
            // Once the list is enabled.
            requestAnimationFrame(() => citySelect.current?.focus());
          }}
        />
      </div>
      <div className={styles.wide}>
        <LineField name="address" control={control} register={register} setValue={setValue} />
      </div>
      {asksNotes && (
        <div className={styles.wide}>
          <Field label="Información adicional" isOptional error={errors.notes?.message}>
            {(input) => (
              <textarea
                {...input}
                {...register('notes')}
                dir="auto"
                rows={3}
                maxLength={DELIVERY_LIMITS.notes}
                placeholder="Ej.: portón verde, dejar en conserjería"
              />
            )}
          </Field>
        </div>
      )}
    </div>
  );
}
