import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { exportOrders } from '#contract/orders/orders-admin-calls.ts';
import { exportDocuments } from '#contract/payments/documents.ts';
import { NEW_STATUS } from '#domain/orders/status.ts';
import { isEmail } from '#domain/people/emails.ts';
import { isPhone } from '#domain/people/phones.ts';
import { BuyerWindow } from '#web/features/buyers/BuyerWindow.tsx';
import { download } from '#web/panel/download.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { refreshOrders } from '#web/panel/order/lists.ts';
import { STATUS_OPTIONS } from '#web/panel/order/order-texts.ts';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { Split } from '#web/panel/Split.tsx';
import { type TabPlace, useNoted } from '#web/panel/tab-place.ts';
import { useChoice } from '#web/panel/use-choice.ts';
import { Button } from '#web/ui/Button.tsx';
import { Flash, useFlash } from '#web/ui/Flash.tsx';
import { SelectField, TextField } from '#web/ui/FormFields.tsx';
import { scrollToTop } from '#web/ui/motion.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { useTask } from '#web/ui/use-task.ts';
import { BinWindow, UndoDelete } from './BinWindow.tsx';
import { BulkBar } from './Bulk.tsx';
import styles from './Filters.module.css';
import { NewOrderWindow } from './NewOrderWindow.tsx';
import { OrderList } from './OrderList.tsx';
import {
  type FilterForm,
  isNarrow,
  noFilter,
  readFilter,
  toQuery,
  writeFilter,
} from './order-filter.ts';
import { useOrderList } from './queries.ts';
import { StatCards } from './StatCards.tsx';

const SETTLE_MS = 250;
const TYPE_OPTIONS = [
  ['', 'Todos'],
  ['guest', 'Invitado'],
  ['registered', 'Usuario Registrado'],
] as const;

const DOCUMENT_OPTIONS = [
  ['', 'Todas'],
  ['missing', 'Pagados sin boleta'],
] as const;

export function OrdersTab({ filters, onFilters, open, onOpen, orderWindow }: TabPlace) {
  const client = useQueryClient();
  const [filter, setFilter] = useState(() => readFilter(filters));
  const asked = useDebounced(filter, SETTLE_MS);
  useNoted(asked, (form) => onFilters(writeFilter(form)));
  const list = useOrderList(asked);
  const search = useRef<HTMLDivElement>(null);
  const [isBinOpen, setBinOpen] = useState(false);
  const { chosen, choose, clear } = useChoice();
  const [deleted, setDeleted] = useState<string | null>(null);
  const [flash, showFlash] = useFlash();
  const refresh = useTask(() => refreshOrders(client));
  const csv = useTask(() =>
    download(exportOrders, { query: toQuery(filter), fallbackName: 'pedidos.csv' }),
  );
  const { from, to } = toQuery(filter);
  const [isOpening, setOpening] = useState(false);
  const [buyerOf, setBuyerOf] = useState<string | null>(null);
  const documents = useTask(() =>
    download(exportDocuments, { query: { from, to }, fallbackName: 'boletas.csv' }),
  );
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  const selected = orders.filter(({ id }) => chosen.has(id));
  // A whole e-mail or phone finds one person.
  const found = isEmail(asked.q) || isPhone(asked.q) ? orders[0] : undefined;
  const pick = (next: FilterForm) => {
    setFilter(next);
    if (search.current) scrollToTop(search.current);
  };

  return (
    <>
      <h3 className="visually-hidden">Pedidos</h3>
      <div className={`row ${styles.top}`}>
        <StatCards hasList={list.isSuccess && !list.isFetching} onPick={pick} />
        <div className={`row ${styles.tools}`}>
          <Button variant="quiet" onClick={() => setOpening(true)}>
            Nuevo pedido
          </Button>
          <Button variant="quiet" busy={refresh.isBusy} onClick={refresh.run}>
            Actualizar
          </Button>
          <Button variant="quiet" busy={csv.isBusy} onClick={csv.run}>
            Exportar CSV
          </Button>
          {filter.document !== '' && (
            <Button variant="quiet" busy={documents.isBusy} onClick={documents.run}>
              CSV de boletas
            </Button>
          )}
          <Button variant="quiet" onClick={() => setBinOpen(true)}>
            Papelera
          </Button>
        </div>
      </div>
      {isOpening && <NewOrderWindow onClose={() => setOpening(false)} />}
      <div ref={search}>
        <Filters filter={filter} onFilter={setFilter} />
      </div>
      {found && (
        <div>
          <SmallButton onClick={() => setBuyerOf(found.id)}>Ver a la persona</SmallButton>
        </div>
      )}
      {buyerOf !== null && <BuyerWindow orderId={buyerOf} onClose={() => setBuyerOf(null)} />}
      <Flash flash={flash} />
      {deleted && (
        <UndoDelete
          key={deleted}
          id={deleted}
          onRestored={showFlash}
          onDismiss={() => setDeleted(null)}
        />
      )}
      <Failed what="Error al exportar los pedidos" error={csv.error ?? documents.error} />
      <Split
        open={open}
        orderWindow={orderWindow}
        onClose={() => onOpen(null)}
        onDeleted={(id) => {
          choose([id], false);
          setDeleted(id);
        }}
      >
        <OrderList
          list={list}
          orders={orders}
          isNarrowed={isNarrow(asked)}
          isSettling={asked !== filter || list.isPlaceholderData}
          chosen={chosen}
          onChoose={choose}
          open={open}
          onOpen={onOpen}
        />
      </Split>
      {selected.length > 0 && <BulkBar orders={selected} onClear={clear} />}
      {isBinOpen && <BinWindow onClose={() => setBinOpen(false)} />}
    </>
  );
}

type Props = { filter: FilterForm; onFilter: (filter: FilterForm) => void };

function Filters({ filter, onFilter }: Props) {
  const set = (name: keyof FilterForm) => (value: string) => onFilter({ ...filter, [name]: value });
  const [isOpen, setOpen] = useState(false);
  const { q, ...narrowing } = filter;
  const count = Object.values(narrowing).filter(Boolean).length;
  return (
    <search className={`row ${styles.filters}`} aria-label="Filtrar pedidos">
      <div className={styles.search}>
        <TextField
          label="Buscar"
          type="search"
          dir="auto"
          maxLength={100}
          placeholder="Número, nombre, email o teléfono"
          value={q}
          onType={set('q')}
        />
      </div>
      <Button
        variant="secondary"
        className={styles.toggle}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? `Filtros (${count})` : 'Filtros'}
      </Button>
      <div className={styles.more} data-open={isOpen || undefined}>
        <SelectField
          label="Estado"
          value={filter.status}
          options={[['', 'Todos'], ...STATUS_OPTIONS]}
          onPick={set('status')}
        />
        <SelectField label="Tipo" value={filter.type} options={TYPE_OPTIONS} onPick={set('type')} />
        <SelectField
          label="Boleta"
          value={filter.document}
          options={DOCUMENT_OPTIONS}
          onPick={set('document')}
        />
        <TextField
          label="Desde"
          type="date"
          max={filter.to || undefined}
          value={filter.from}
          onType={set('from')}
        />
        <TextField
          label="Hasta"
          type="date"
          min={filter.from || undefined}
          value={filter.to}
          onType={set('to')}
        />
      </div>
      {isNarrow(filter) && (
        <Button variant="quiet" onClick={() => onFilter(noFilter)}>
          Quitar filtros
        </Button>
      )}
      {filter.status === NEW_STATUS && (
        <p className={`soft ${styles.note}`}>
          Pendientes son los que nadie ha empezado, pagados o no. Los que esperan el pago están en
          Taller, en «Por pagar».
        </p>
      )}
    </search>
  );
}
