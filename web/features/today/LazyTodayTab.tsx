import type { ComponentProps } from 'react';
import { createLoader, demand, useLoaded } from '#web/lib/loader.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
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
