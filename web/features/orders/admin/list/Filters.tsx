import { ORDER_STATUSES, statusLabel } from '#domain/orders.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import styles from './Filters.module.css';
import { type FilterForm, isNarrow, noFilter } from './order-filter.ts';

type Props = { filter: FilterForm; onFilter: (filter: FilterForm) => void };

export function Filters({ filter, onFilter }: Props) {
  const set = (name: keyof FilterForm) => (event: { target: { value: string } }) =>
    onFilter({ ...filter, [name]: event.target.value });
  return (
    <search className={styles.filters} aria-label="Filtrar pedidos">
      <div className={styles.search}>
        <Field label="Buscar">
          {(input) => (
            <input
              {...input}
              type="search"
              dir="auto"
              maxLength={100}
              placeholder="Número, nombre, email…"
              value={filter.q}
              onChange={set('q')}
            />
          )}
        </Field>
      </div>
      <Field label="Estado">
        {(input) => (
          <select {...input} value={filter.status} onChange={set('status')}>
            <option value="">Todos</option>
            {ORDER_STATUSES.map((status) => (
              <option key={status} value={status}>
                {statusLabel(status)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Tipo">
        {(input) => (
          <select {...input} value={filter.type} onChange={set('type')}>
            <option value="">Todos</option>
            <option value="guest">Invitado</option>
            <option value="registered">Usuario Registrado</option>
          </select>
        )}
      </Field>
      <Field label="Desde">
        {(input) => (
          <input
            {...input}
            type="date"
            max={filter.to || undefined}
            value={filter.from}
            onChange={set('from')}
          />
        )}
      </Field>
      <Field label="Hasta">
        {(input) => (
          <input
            {...input}
            type="date"
            min={filter.from || undefined}
            value={filter.to}
            onChange={set('to')}
          />
        )}
      </Field>
      {isNarrow(filter) && (
        <Button variant="quiet" className={styles.clear} onClick={() => onFilter(noFilter)}>
          Quitar filtros
        </Button>
      )}
    </search>
  );
}
