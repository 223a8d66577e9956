import { useQuery } from '@tanstack/react-query';
import { readAddress, type SavedAddress } from '#contract/people.ts';
import type { DeliveryForm } from '#domain/delivery.ts';
import { callApi } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/log.ts';

/** A saved address as values of the form. */
export function toForm(saved: SavedAddress): Partial<DeliveryForm> {
  const { fullName: recipientName, phone, region, city, address, coordinates } = saved;
  return { recipientName, phone, region, city, address, coordinates };
}

/** Addresses to choose from; null while they are on their way. */
export type SavedAddresses = readonly SavedAddress[] | null;

/**
 * The account's saved addresses, at most one; none for a guest and none when they cannot be read.
 * @param uid of the signed-in account
 */
export function useSavedAddresses(uid: string | null): SavedAddresses {
  const { data } = useQuery({
    queryKey: ['address', uid],
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
