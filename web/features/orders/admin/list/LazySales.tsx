import { createLoader, useLoaded, warm } from '#web/lib/loader.ts';
import { Button } from '#web/ui/Button.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const part = createLoader('sales', () => import('../sales/Sales.tsx'));

/** The sales in full, whose code is brought when an admin first opens them. */
export function LazySales() {
  return <Fold title="Ventas por semana, mes y región">{() => <Inside />}</Fold>;
}

function Inside() {
  const loading = useLoaded(part);
  if (loading.name === 'ready') return <loading.module.Sales />;
  if (loading.name !== 'failed') return <Skeleton lines={1} height="14rem" />;
  return (
    <>
      <Notice tone="error">No pudimos abrir las ventas. Revisa tu conexión.</Notice>
      <div>
        <Button variant="secondary" onClick={() => warm(part)}>
          Reintentar
        </Button>
      </div>
    </>
  );
}
