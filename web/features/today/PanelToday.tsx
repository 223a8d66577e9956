import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef } from 'react';
import { createLoader, demand, useLoaded } from '#web/lib/loader.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { refreshToday, useToday } from './queries.ts';
import type { TodayTab } from './TodayTab.tsx';

const tab = createLoader('today tab', () => import('./TodayTab.tsx'));

export function LazyTodayTab(props: ComponentProps<typeof TodayTab>) {
  const loading = useLoaded(tab);
  if (loading.name === 'ready') return <loading.module.TodayTab {...props} />;
  if (loading.name !== 'failed') return <Skeleton lines={4} height="7rem" />;
  return (
    <>
      <Notice tone="error">No pudimos abrir la lista de hoy. Revisa tu conexión.</Notice>
      <div>
        <Button variant="secondary" onClick={() => demand(tab)}>
          Reintentar
        </Button>
      </div>
    </>
  );
}

/**
 * Number of orders that wait for the owner; nothing if it is 0.
 * @param place the current place in the panel: leaving it may have changed the number
 */
export function TodayCount({ place }: { place: string }) {
  const client = useQueryClient();
  const { data } = useToday();
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
