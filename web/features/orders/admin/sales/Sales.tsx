import { useState } from 'react';
import { exportSales } from '#contract/sales.ts';
import { download } from '#web/features/admin/download.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { useSales } from '../list/queries.ts';
import { ranges } from './ranges.ts';
import styles from './Sales.module.css';
import { SalesView } from './SalesView.tsx';

const FIRST = 'weeks12';

export function Sales() {
  const [chosen, setChosen] = useState(FIRST);
  const { by, last } = ranges[chosen] ?? { by: 'week', last: 12 };
  const { data, error, refetch } = useSales({ by, last });
  const csv = useTask(() =>
    download(exportSales, { query: { by, last }, fallbackName: 'ventas.csv' }),
  );
  return (
    <div className={styles.inside}>
      <div className={styles.choice}>
        <Field label="Período">
          {(input) => (
            <select {...input} value={chosen} onChange={({ target }) => setChosen(target.value)}>
              {Object.entries(ranges).map(([name, { label }]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button variant="secondary" className={parts.button} busy={csv.isBusy} onClick={csv.run}>
          Descargar CSV
        </Button>
      </div>
      {csv.error !== null && (
        <Failure
          error={csv.error}
          text={describeFailure('Error al descargar las ventas', csv.error)}
        />
      )}
      {error ? (
        <Failure
          error={error}
          text={describeFailure('Error al cargar las ventas', error)}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <SalesView by={by} sales={data} />
      ) : (
        <Skeleton lines={1} height="14rem" />
      )}
    </div>
  );
}
