import { useQuery } from '@tanstack/react-query';
import { toForm } from '#contract/delivery.ts';
import { readAddress, type SavedAddress } from '#contract/saved-address.ts';
import { DELIVERY_FIELDS, type DeliveryField, type DeliveryForm } from '#domain/delivery.ts';
import { callApi } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/log.ts';

type Value = DeliveryForm[keyof DeliveryForm];

/** Whether two values of a field are the same; a point is a new object each time it is read. */
export function isSameValue(a: Value, b: Value): boolean {
  if (a === null || b === null || typeof a === 'string' || typeof b === 'string') return a === b;
  return a.lat === b.lat && a.lng === b.lng;
}

export const isSameForm = (a: DeliveryForm, b: DeliveryForm) =>
  DELIVERY_FIELDS.every((field) => isSameValue(a[field], b[field]));

/** What choosing a saved address changes in the form of an account, whose e-mail is known. */
export function toEdits(saved: SavedAddress): Partial<DeliveryForm> {
  const edits: Partial<DeliveryForm> = toForm(saved);
  const isKnown = (field: DeliveryField) => field in saved && field !== 'email';
  for (const field of DELIVERY_FIELDS) if (!isKnown(field)) delete edits[field];
  return edits;
}

export function isFilledWith(form: DeliveryForm, saved: SavedAddress): boolean {
  return isSameForm(form, { ...form, ...toEdits(saved) });
}

/** Addresses to choose from; null while they are on their way. */
export type SavedAddresses = readonly SavedAddress[] | null;

export const savedAddressesKey = (uid: string | null) => ['address', uid];

/** The account's saved addresses, at most one; none for a guest, or when they cannot be read. */
export function useSavedAddresses(uid: string | null): SavedAddresses {
  const { data } = useQuery({
    queryKey: savedAddressesKey(uid),
    enabled: uid !== null,
    queryFn: async () => {
      try {
        const { address } = await callApi(readAddress);
        return address ? [address] : [];
      } catch (error) {
        logFailure('saved address', error);
        return [];
      }
    },
  });
  return uid === null ? [] : (data ?? null);
}
