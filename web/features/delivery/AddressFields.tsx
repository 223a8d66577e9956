import { useFormState, useWatch } from 'react-hook-form';
import { DELIVERY_LIMITS } from '#domain/delivery.ts';
import { findRegion, regions } from '#domain/regions.ts';
import { Field } from '#web/ui/Field.tsx';
import styles from './DeliveryForm.module.css';
import type { FormParts } from './RecipientFields.tsx';

export function AddressFields({
  control,
  register,
  asksNotes,
}: FormParts & { asksNotes: boolean }) {
  const { errors } = useFormState({ control });
  const region = useWatch({ control, name: 'region' });
  const cities = findRegion(region)?.cities ?? [];
  return (
    <div className={styles.fields}>
      <Field label="Región" error={errors.region?.message}>
        {(input) => (
          <select {...input} {...register('region')} autoComplete="address-level1">
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
            {...register('city')}
            // Other cities, other list: the browser would keep a choice that is no longer there.
            key={region}
            disabled={!region}
            autoComplete="address-level2"
          >
            <option value="">{region ? 'Elige una ciudad' : 'Primero elige la región'}</option>
            {cities.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className={styles.wide}>
        <Field label="Dirección" hint="Calle, número y depto." error={errors.address?.message}>
          {(input) => (
            <input
              {...input}
              {...register('address')}
              type="text"
              dir="auto"
              autoComplete="street-address"
              maxLength={DELIVERY_LIMITS.address}
            />
          )}
        </Field>
      </div>
      {asksNotes && (
        <div className={styles.wide}>
          <Field label="Información adicional" isOptional error={errors.additionalInfo?.message}>
            {(input) => (
              <textarea
                {...input}
                {...register('additionalInfo')}
                dir="auto"
                rows={3}
                maxLength={DELIVERY_LIMITS.additionalInfo}
                placeholder="Ej.: portón verde, dejar en conserjería"
              />
            )}
          </Field>
        </div>
      )}
    </div>
  );
}
