import * as z from 'zod/mini';
import { type DeliveryField, type DeliveryForm, validateDelivery } from '#domain/delivery.ts';

/** The form's fields under their names in an order's body. */
const bodyNames: Record<DeliveryField, string> = {
  recipientName: 'fullName',
  phone: 'phone',
  email: 'email',
  region: 'region',
  city: 'city',
  address: 'address',
  additionalInfo: 'notes',
  coordinates: 'coordinates',
};

const looseText = z.catch(z.string(), '');
const looseBody = z.object({
  deliveryData: z.object({
    fullName: looseText,
    phone: looseText,
    email: looseText,
    region: looseText,
    city: looseText,
    address: looseText,
    notes: looseText,
    coordinates: z.catch(z.nullable(z.object({ lat: z.number(), lng: z.number() })), null),
  }),
});

/**
 * Applies the delivery form's rules to an address of an account.
 * @returns Spanish text per path, such as `phone`
 */
export function addressProblems(body: unknown): Record<string, string> {
  const problems = deliveryProblems({ deliveryData: body }, { signedIn: true });
  return Object.fromEntries(
    Object.entries(problems).map(([path, text]) => [path.replace('deliveryData.', ''), text]),
  );
}

/**
 * Applies the delivery form's rules to an order's body, even when other parts of it are wrong,
 * so that everything can be said at once.
 * @returns Spanish text per path, such as `deliveryData.phone`
 */
export function deliveryProblems(
  body: unknown,
  { signedIn }: { signedIn: boolean },
): Record<string, string> {
  const { data } = looseBody.safeParse(body);
  if (!data) return {};
  const { fullName, notes, ...rest } = data.deliveryData;
  const form: DeliveryForm = { ...rest, recipientName: fullName, additionalInfo: notes };
  const problems = validateDelivery(form, { signedIn });
  return Object.fromEntries(
    problems.map(({ field, message }) => [`deliveryData.${bodyNames[field]}`, message]),
  );
}
