import { useQuery } from '@tanstack/react-query';
import { toForm } from '#contract/delivery.ts';
import { readAddress, type SavedAddress } from '#contract/people.ts';
import type { DeliveryForm } from '#domain/delivery.ts';
import { callApi } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/log.ts';
import { isSameForm } from './form-values.ts';

/** What choosing a saved address changes in the form of an account, whose e-mail is known. */
export function toEdits(saved: SavedAddress): Partial<DeliveryForm> {
  const { email: _, notes: __, ...address } = toForm(saved);
  return address;
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
