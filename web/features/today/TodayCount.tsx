import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refreshToday, useToday } from './queries.ts';

/**
 * Number of orders that wait for the owner; nothing if it is 0.
 * @param place the current place in the panel: leaving it may have changed the number
 * @param isListOpen whether the orders themselves are shown
 */
export function TodayCount({ place, isListOpen }: { place: string; isListOpen: boolean }) {
  const client = useQueryClient();
  const { data } = useToday({ polls: !isListOpen });
  const counted = useRef(place);
  useEffect(() => {
    if (counted.current === place) return;
    counted.current = place;
    void refreshToday(client);
  }, [client, place]);
  const count = Object.values(data?.counts ?? {}).reduce((sum, each) => sum + each, 0);
  if (count === 0) return null;
  return (
    <>
      {count} <span className="visually-hidden">{count === 1 ? 'espera' : 'esperan'}</span>
    </>
  );
}
