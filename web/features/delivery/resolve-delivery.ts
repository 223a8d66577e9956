import type { FieldErrors, Resolver } from 'react-hook-form';
import { formProblems } from '#contract/delivery.ts';
import type { DeliveryForm } from '#domain/delivery.ts';

/** Lets the form library check by the schema of the body, the same that the server applies. */
export function deliveryResolver(isGuest: boolean): Resolver<DeliveryForm> {
  return (values) => {
    const problems = Object.entries(formProblems(values, { isGuest }));
    if (problems.length === 0) return { values, errors: {} };
    const errors: FieldErrors<DeliveryForm> = Object.fromEntries(
      problems.map(([field, message]) => [field, { type: 'rule', message }]),
    );
    return { values: {}, errors };
  };
}
