import type { FieldErrors, Resolver } from 'react-hook-form';
import { type DeliveryForm, validateDelivery } from '#domain/delivery.ts';

/** Lets the form library check with the shop's own rules, the same that the server applies. */
export function deliveryResolver(signedIn: boolean): Resolver<DeliveryForm> {
  return (values) => {
    const problems = validateDelivery(values, { signedIn });
    if (problems.length === 0) return { values, errors: {} };
    const errors: FieldErrors<DeliveryForm> = Object.fromEntries(
      problems.map(({ field, message }) => [field, { type: 'rule', message }]),
    );
    return { values: {}, errors };
  };
}
