import type { ReactNode } from 'react';
import { createLoader, demand, useLoaded } from '#web/lib/loader.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const tab = createLoader('settings tab', () => import('./admin/SettingsTab.tsx'));

export function LazySettingsTab({ backup }: { backup: ReactNode }) {
  const loading = useLoaded(tab);
  if (loading.name === 'ready') return <loading.module.SettingsTab backup={backup} />;
  if (loading.name !== 'failed') return <Skeleton lines={6} height="7rem" />;
  return (
    <>
      <Notice tone="error">No pudimos abrir los ajustes. Revisa tu conexión.</Notice>
      <div>
        <Button variant="secondary" onClick={() => demand(tab)}>
          Reintentar
        </Button>
      </div>
    </>
  );
}
