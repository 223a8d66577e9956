import { useState } from 'react';
import { testAdmin } from '#contract/people.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Flash } from '#web/ui/Flash.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useFlash } from '#web/ui/use-flash.ts';
import { useTask } from '#web/ui/use-task.ts';
import { CreateWindow } from './CreateWindow.tsx';
import { DiscountTable } from './DiscountTable.tsx';
import { useDiscounts } from './queries.ts';

const CREATED = '✅ Codigo creado exitosamente';

export function DiscountsTab() {
  const { data: codes, error, isFetching, refetch } = useDiscounts();
  const [isCreating, setCreating] = useState(false);
  const [flash, showFlash] = useFlash();
  const probe = useTask(async () => {
    await callAdmin(testAdmin);
    showFlash('success', '✅ Conexión correcta: el servidor responde y te reconoce');
  });
  const refresh = useTask(refetch);
  const finish = () => {
    setCreating(false);
    showFlash('success', CREATED);
    void refetch();
  };
  return (
    <>
      <div className={parts.toolbar}>
        <h3 className={parts.heading}>Códigos de descuento</h3>
        <Button
          variant="secondary"
          className={parts.button}
          busy={probe.isBusy}
          onClick={probe.run}
        >
          Probar conexión
        </Button>
        <Button
          variant="secondary"
          className={parts.button}
          busy={refresh.isBusy}
          onClick={refresh.run}
        >
          Actualizar
        </Button>
        <Button className={`${parts.button} ${parts.main}`} onClick={() => setCreating(true)}>
          Crear código
        </Button>
      </div>
      <Flash flash={flash} />
      {probe.error !== null && (
        <Failure error={probe.error} text={describeFailure('Error de conexion', probe.error)} />
      )}
      {error && !isFetching && (
        <Failure
          error={error}
          text={describeFailure('Error al cargar los datos de administracion', error)}
          onRetry={() => void refetch()}
        />
      )}
      {!codes && isFetching && <Skeleton lines={4} />}
      {codes?.length === 0 && (
        <EmptyState art="percent">No hay codigos de descuento creados</EmptyState>
      )}
      {codes && codes.length > 0 && <DiscountTable codes={codes} onNews={showFlash} />}
      {isCreating && <CreateWindow onDone={finish} onClose={() => setCreating(false)} />}
    </>
  );
}
