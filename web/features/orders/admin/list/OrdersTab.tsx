import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { exportOrders } from '#contract/orders-admin-calls.ts';
import { ORDER_STATUSES, statusLabel } from '#domain/orders.ts';
import { download } from '#web/features/admin/download.ts';
import { describeFailure, Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { type TabPlace, useNoted } from '#web/features/admin/tab-place.ts';
import { OrderWindow } from '#web/features/orders/admin/detail/OrderWindow.tsx';
import { SalesPart } from '#web/features/orders/admin/sales/SalesPart.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Flash, useFlash } from '#web/ui/Flash.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import { scrollToTop } from '#web/ui/motion.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { useTask } from '#web/ui/use-task.ts';
import { BinWindow, UndoDelete } from './BinWindow.tsx';
import { Figures, StatCards } from './FiguresView.tsx';
import styles from './Filters.module.css';
import { BulkBar, OrderList } from './OrderList.tsx';
import {
  type FilterForm,
  isNarrow,
  noFilter,
  readFilter,
  toQuery,
  writeFilter,
} from './order-filter.ts';
import { refreshOrders, useOrderList } from './queries.ts';

const SETTLE_MS = 250;

export function OrdersTab({ filters, onFilters, open, onOpen }: TabPlace) {
  const client = useQueryClient();
  const [filter, setFilter] = useState(() => readFilter(filters));
  const asked = useDebounced(filter, SETTLE_MS);
  useNoted(asked, (form) => onFilters(writeFilter(form)));
  const list = useOrderList(asked);
  const search = useRef<HTMLDivElement>(null);
  const [isBinOpen, setBinOpen] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deleted, setDeleted] = useState<string | null>(null);
  const [flash, showFlash] = useFlash();
  const refresh = useTask(() => refreshOrders(client));
  const csv = useTask(() =>
    download(exportOrders, { query: toQuery(filter), fallbackName: 'pedidos.csv' }),
  );
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  const selected = orders.filter(({ id }) => chosen.has(id));
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((now) => {
      const others = [...now].filter((id) => !ids.includes(id));
      return new Set(isChosen ? [...others, ...ids] : others);
    });
  const pick = (next: FilterForm) => {
    setFilter(next);
    if (search.current) scrollToTop(search.current);
  };

  return (
    <>
      <div className={parts.toolbar}>
        <h3 className={parts.heading}>Pedidos</h3>
        <Button
          variant="secondary"
          className={parts.button}
          busy={refresh.isBusy}
          onClick={refresh.run}
        >
          Actualizar
        </Button>
        <Button variant="secondary" className={parts.button} busy={csv.isBusy} onClick={csv.run}>
          Exportar CSV
        </Button>
        <Button variant="secondary" className={parts.button} onClick={() => setBinOpen(true)}>
          Papelera
        </Button>
      </div>
      <StatCards hasList={list.isSuccess && !list.isFetching} onPick={pick} />
      <Figures />
      <SalesFold />
      <div ref={search}>
        <Filters filter={filter} onFilter={setFilter} />
      </div>
      <Flash flash={flash} />
      {deleted && (
        <UndoDelete
          key={deleted}
          id={deleted}
          onRestored={showFlash}
          onDismiss={() => setDeleted(null)}
        />
      )}
      {csv.error !== null && (
        <Failure
          error={csv.error}
          text={describeFailure('Error al exportar los pedidos', csv.error)}
        />
      )}
      <OrderList
        list={list}
        orders={orders}
        isNarrowed={isNarrow(asked)}
        isSettling={asked !== filter || list.isPlaceholderData}
        chosen={chosen}
        onChoose={choose}
        onOpen={onOpen}
      />
      {selected.length > 0 && <BulkBar orders={selected} onClear={() => setChosen(new Set())} />}
      {open && (
        <OrderWindow
          id={open}
          onClose={() => onOpen(null)}
          onDeleted={() => {
            choose([open], false);
            setDeleted(open);
            onOpen(null);
          }}
        />
      )}
      {isBinOpen && <BinWindow onClose={() => setBinOpen(false)} />}
    </>
  );
}

type Props = { filter: FilterForm; onFilter: (filter: FilterForm) => void };

function Filters({ filter, onFilter }: Props) {
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

function SalesFold() {
  return <Fold title="Ventas por semana, mes y región">{() => <SalesPart />}</Fold>;
}
