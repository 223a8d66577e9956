import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { success } from '#contract/base/fields.ts';
import {
  type DiscountCode,
  deleteDiscount,
  discountCode,
  listDiscounts,
  toggleDiscount,
} from '#contract/discounts/discounts-admin.ts';
import { testAdmin } from '#contract/people/people.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { useSettings } from '#web/features/settings/queries.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { Failed, QueryState } from '#web/panel/Failure.tsx';
import parts from '#web/panel/parts.module.css';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Flash, type FlashText, useFlash } from '#web/ui/Flash.tsx';
import { useSettling } from '#web/ui/use-settling.ts';
import { useTask, useTasks } from '#web/ui/use-task.ts';
import { CreateWindow } from './CreateWindow.tsx';
import {
  broughtText,
  expiryText,
  hasStarted,
  isExpired,
  isUsedUp,
  typeText,
  usesText,
  valueText,
} from './code-form.ts';
import styles from './DiscountTable.module.css';
import { ShareWindow } from './ShareWindow.tsx';

const CREATED = '✅ Codigo creado exitosamente';

export function DiscountsTab() {
  const list = useDiscounts();
  const codes = list.data;
  const [isCreating, setCreating] = useState(false);
  const [flash, showFlash] = useFlash();
  const probe = useTask(async () => {
    await callAdmin(testAdmin);
    showFlash('success', '✅ Conexión correcta: el servidor responde y te reconoce');
  });
  const refresh = useTask(() => list.refetch());
  const reload = useReload();
  const finish = () => {
    setCreating(false);
    showFlash('success', CREATED);
    void reload();
  };
  return (
    <>
      <div className={parts.toolbar}>
        <h3 className={parts.heading}>Códigos de descuento</h3>
        <SmallButton busy={probe.isBusy} onClick={probe.run}>
          Probar conexión
        </SmallButton>
        <SmallButton busy={refresh.isBusy} onClick={refresh.run}>
          Actualizar
        </SmallButton>
        <SmallButton variant="primary" className={parts.main} onClick={() => setCreating(true)}>
          Crear código
        </SmallButton>
      </div>
      <Flash flash={flash} />
      <Failed what="Error de conexion" error={probe.error} />
      <QueryState what="Error al cargar los datos de administracion" query={list} lines={4} />
      {codes?.length === 0 && (
        <EmptyState art="percent">No hay codigos de descuento creados</EmptyState>
      )}
      {codes && codes.length > 0 && <DiscountTable codes={codes} onNews={showFlash} />}
      {isCreating && <CreateWindow onDone={finish} onClose={() => setCreating(false)} />}
    </>
  );
}

const columns = ['Código', 'Nombre', 'Tipo', 'Valor', 'Usos', 'Estado', 'Expiración', 'Acciones'];

type Props = {
  codes: readonly DiscountCode[];
  onNews: (tone: FlashText['tone'], text: string) => void;
};

function DiscountTable({ codes, onNews }: Props) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Códigos de descuento</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {codes.map((code) => (
          <DiscountRow key={code.id} code={code} onNews={onNews} />
        ))}
      </tbody>
    </table>
  );
}

/** Only the message of the response is needed, since the list is read again. */
const toggleCall = { ...toggleDiscount, answer: success({ message: z.optional(z.string()) }) };

type DiscountRowProps = {
  code: DiscountCode;
  onNews: (tone: FlashText['tone'], text: string) => void;
};

function DiscountRow({ code, onNews }: DiscountRowProps) {
  const { id, name, isActive, multipleUse, oncePerBuyer, minOrderTotal, startsAt } = code;
  const reload = useReload();
  const [now] = useState(Date.now);
  const [isAsking, setAsking] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const acts = useSettling<HTMLTableCellElement>(isActive);
  const { busy, failed, error, run } = useTasks<'toggle' | 'remove'>();
  const toggle = () =>
    void run('toggle', async () => {
      const { message } = await callAdmin(toggleCall, { params: { id } });
      onNews('success', message || 'Estado actualizado');
      await reload();
    });
  const remove = () =>
    void run('remove', async () => {
      setAsking(false);
      const { message } = await callAdmin(deleteDiscount, { params: { id } });
      onNews('success', message);
      await reload();
    });
  const isOpen = hasStarted(code, now) && !isExpired(code, now);
  const isUsable = isActive && isOpen && !isUsedUp(code);
  const what = failed === 'remove' ? 'Error eliminando codigo' : 'Error actualizando codigo';
  return (
    <>
      <tr className={styles.row}>
        <th scope="row" data-label="Código" className={styles.code}>
          {id}
        </th>
        <td data-label="Nombre" dir="auto">
          {name}
        </td>
        <td data-label="Tipo">{typeText(code)}</td>
        <td data-label="Valor">
          <span className={styles.value}>
            {valueText(code)}
            {minOrderTotal !== null && <small>Desde {formatPesos(minOrderTotal)}</small>}
            {code.products && <CodeProducts ids={code.products} />}
          </span>
        </td>
        <td data-label="Usos">
          <span className={styles.value}>
            {usesText(code)}
            {!multipleUse && <small>Un solo uso</small>}
            {oncePerBuyer && <small>Uno por persona</small>}
            {code.revenue > 0 && <small>{broughtText(code)}</small>}
            {isUsedUp(code) && <small className={styles.mark}>Agotado</small>}
          </span>
        </td>
        <td data-label="Estado">
          <Badge tone={isUsable ? 'good' : 'quiet'}>{isActive ? 'Activo' : 'Inactivo'}</Badge>
        </td>
        <td data-label="Expiración">
          <span className={styles.value}>
            {expiryText(code)}
            {isExpired(code, now) && <small className={styles.mark}>Vencido</small>}
            {!hasStarted(code, now) && <small>Empieza: {formatDateTime(startsAt)}</small>}
          </span>
        </td>
        <td ref={acts} className={styles.actions}>
          <SmallButton
            aria-label={`${isActive ? 'Desactivar' : 'Activar'} ${id}`}
            busy={busy === 'toggle'}
            disabled={busy !== null}
            onClick={toggle}
          >
            {isActive ? 'Desactivar' : 'Activar'}
          </SmallButton>
          <Button variant="quiet" aria-label={`Compartir ${id}`} onClick={() => setSharing(true)}>
            Compartir
          </Button>
          <Button
            variant="quiet"
            aria-label={`Eliminar ${id}`}
            busy={busy === 'remove'}
            disabled={busy !== null}
            onClick={() => setAsking(true)}
          >
            Eliminar
          </Button>
          {isSharing && (
            <ShareWindow code={code} isUsable={isUsable} onClose={() => setSharing(false)} />
          )}
          {isAsking && (
            <ConfirmDialog
              title={`¿Eliminar el código ${id}?`}
              confirm="Eliminar código"
              focus="confirm"
              onConfirm={remove}
              onCancel={() => setAsking(false)}
            >
              <p dir="auto">
                Vas a eliminar {id}, “{name}”. Si algún pedido lo lleva, solo se puede desactivar.
              </p>
            </ConfirmDialog>
          )}
        </td>
      </tr>
      {error !== null && (
        <tr>
          <td colSpan={8} className={styles.failure}>
            <Failed what={what} error={error} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The products of a code, by their current names. */
function CodeProducts({ ids }: { ids: readonly string[] }) {
  const products = useSettings().data?.settings.products.values.products ?? [];
  const names = ids.map((id) => products.find((one) => one.id === id)?.name ?? id);
  return <small dir="auto">Solo {names.join(', ')}</small>;
}

const DISCOUNTS = ['admin', 'discounts'];

function useReload() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: DISCOUNTS });
}

const { shape } = discountCode;

/** Also from an answer that has only what every shop's list has: `id` is the code. */
const listShownDiscounts = {
  ...listDiscounts,
  answer: z.object({
    discountCodes: z.array(
      z.extend(discountCode, {
        code: z.catch(shape.code, ''),
        minOrderTotal: z.catch(shape.minOrderTotal, null),
        oncePerBuyer: z.catch(shape.oncePerBuyer, false),
        maxUses: z.catch(shape.maxUses, null),
        link: z.catch(shape.link, ''),
        revenue: z.catch(shape.revenue, 0),
        startsAt: z.catch(shape.startsAt, null),
        expiresAt: z.catch(shape.expiresAt, null),
      }),
    ),
  }),
};

function useDiscounts() {
  return useQuery({
    queryKey: DISCOUNTS,
    queryFn: async ({ signal }) => (await callAdmin(listShownDiscounts, { signal })).discountCodes,
  });
}
