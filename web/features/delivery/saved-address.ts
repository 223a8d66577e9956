import { useQuery } from '@tanstack/react-query';
import { toForm } from '#contract/delivery/delivery.ts';
import { readAddress, type SavedAddress } from '#contract/people/saved-address.ts';
import {
  DELIVERY_FIELDS,
  type DeliveryField,
  type DeliveryForm,
} from '#domain/delivery/delivery.ts';
import { callApi } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/log.ts';

type Value = DeliveryForm[keyof DeliveryForm];

/** Returns true if two values of a field are equal; a point is a new object at each read. */
export function isSameValue(a: Value, b: Value): boolean {
  if (a === null || b === null || typeof a === 'string' || typeof b === 'string') return a === b;
  return a.lat === b.lat && a.lng === b.lng;
}

export const isSameForm = (a: DeliveryForm, b: DeliveryForm) =>
  DELIVERY_FIELDS.every((field) => isSameValue(a[field], b[field]));

/** Returns the form values of a saved address; the account's e-mail is known already. */
export function toEdits(saved: SavedAddress): Partial<DeliveryForm> {
  const edits: Partial<DeliveryForm> = toForm(saved);
  const isKnown = (field: DeliveryField) => field in saved && field !== 'email';
  for (const field of DELIVERY_FIELDS) if (!isKnown(field)) delete edits[field];
  return edits;
}

export function isFilledWith(form: DeliveryForm, saved: SavedAddress): boolean {
  return isSameForm(form, { ...form, ...toEdits(saved) });
}

/** Addresses to choose from; null while loading. */
export type SavedAddresses = readonly SavedAddress[] | null;

export const savedAddressesKey = (uid: string | null) => ['address', uid];

/** Reads the account's saved addresses, at most one; empty for a guest or on failure. */
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
