import { useId } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { formatPesos } from '#domain/base/money.ts';
import { DELIVERY_LIMITS } from '#domain/delivery/delivery.ts';
import { atPickup } from '#domain/delivery/way-texts.ts';
import { usePageConfig } from '#web/lib/config.ts';
import fieldStyles from '#web/ui/Field.module.css';
import { Field } from '#web/ui/Field.tsx';
import styles from './DeliveryForm.module.css';
import type { FormParts } from './LineField.tsx';

const GONE = 'Ya no se ofrece: elige otra';

export type WayProps = Pick<FormParts, 'control' | 'register'> & {
  /** Without prices, which are agreed. */
  isQuoted: boolean | undefined;
};

/** The choice of the way of delivery, and the fields of that way. */
export function WayFields({ control, register, isQuoted }: WayProps) {
  const { ways } = usePageConfig();
  const { errors } = useFormState({ control });
  const [way, pays, courier] = useWatch({ control, name: ['way', 'payShipping', 'courier'] });
  const offices = useId();
  const { pickup, branch, payOnArrival = false } = ways ?? {};
  const isGone = way !== 'home' && !ways?.[way];
  const couriers = branch?.couriers ?? [];
  const priced = (price: string) => (isQuoted ? '' : ` (${price})`);
  return (
    <section className="stack-4">
      <h3 className={styles.title}>Cómo lo recibes</h3>
      <div className={`${styles.fields} ${fieldStyles.aligned}`}>
        <div className={styles.wide}>
          <Field label="Forma de entrega" error={errors.way?.message}>
            {(input) => (
              <select {...input} {...register('way')}>
                <option value="home">A domicilio</option>
                {branch && (
                  <option value="branch">
                    Oficina de un courier{priced(formatPesos(branch.price))}
                  </option>
                )}
                {pickup && (
                  <option value="pickup">
                    Retiro en la tienda
                    {priced(pickup.price > 0 ? formatPesos(pickup.price) : 'gratis')}
                  </option>
                )}
                {isGone && <option value={way}>{GONE}</option>}
              </select>
            )}
          </Field>
        </div>
        {way === 'pickup' && pickup && (
          <p className={styles.wide} dir="auto">
            Lo retiras{atPickup({ pickup })}
          </p>
        )}
        {way === 'branch' && (
          <>
            <Field label="Courier" error={errors.courier?.message}>
              {(input) => (
                <select {...input} {...register('courier')}>
                  <option value="">Elige un courier</option>
                  {couriers.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                  {courier && !couriers.includes(courier) && (
                    <option value={courier}>{GONE}</option>
                  )}
                </select>
              )}
            </Field>
            <Field
              label="Oficina"
              hint="Por ejemplo, Chillán Centro"
              error={errors.branch?.message}
            >
              {(input) => (
                <input
                  {...input}
                  {...register('branch')}
                  dir="auto"
                  list={offices}
                  enterKeyHint="next"
                  maxLength={DELIVERY_LIMITS.branch}
                />
              )}
            </Field>
            <datalist id={offices}>
              {branch?.branches.map(
                (office) =>
                  office.courier === courier && (
                    <option key={office.branch} value={office.branch} />
                  ),
              )}
            </datalist>
          </>
        )}
        {way !== 'pickup' && !isQuoted && (payOnArrival || pays !== 'now') && (
          <div className={styles.wide}>
            <Field label="Pago del envío" error={errors.payShipping?.message}>
              {(input) => (
                <select {...input} {...register('payShipping')}>
                  <option value="now">Con el pedido</option>
                  <option value="onArrival">
                    {payOnArrival ? 'Al courier, cuando llegue' : GONE}
                  </option>
                </select>
              )}
            </Field>
          </div>
        )}
      </div>
    </section>
  );
}
