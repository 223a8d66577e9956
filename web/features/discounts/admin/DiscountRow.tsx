import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DiscountCode, deleteDiscount, toggleDiscount } from '#contract/discounts-admin.ts';
import { formatDateTime } from '#domain/dates.ts';
import { formatPesos } from '#domain/money.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { FlashText } from '#web/ui/use-flash.ts';
import { useTask } from '#web/ui/use-task.ts';
import {
  broughtText,
  expiryText,
  hasStarted,
  isExpired,
  isUsedUp,
  typeText,
  usesText,
  valueText,
} from './code-texts.ts';
import styles from './DiscountTable.module.css';
import { DISCOUNTS } from './queries.ts';
import { ShareWindow } from './ShareWindow.tsx';

type Props = { code: DiscountCode; onNews: (tone: FlashText['tone'], text: string) => void };

export function DiscountRow({ code, onNews }: Props) {
  const { id, name, isActive, multipleUse, oncePerBuyer, minOrderTotal, startsAt } = code;
  const client = useQueryClient();
  const [now] = useState(Date.now);
  const [isAsking, setAsking] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const reload = () => client.invalidateQueries({ queryKey: DISCOUNTS });
  const toggle = useTask(async () => {
    remove.forget();
    const { message } = await callAdmin(toggleDiscount, { params: { id } });
    onNews('success', message || 'Estado actualizado');
    await reload();
  });
  const remove = useTask(async () => {
    setAsking(false);
    toggle.forget();
    const { message } = await callAdmin(deleteDiscount, { params: { id } });
    onNews('success', message);
    await reload();
  });
  const isOpen = hasStarted(code, now) && !isExpired(code, now);
  const isUsable = isActive && isOpen && !isUsedUp(code);
  const failure = toggle.error ?? remove.error;
  const failed = toggle.error === null ? 'Error eliminando codigo' : 'Error actualizando codigo';
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
        <td className={styles.actions}>
          <Button
            variant="secondary"
            className={parts.button}
            aria-label={`${isActive ? 'Desactivar' : 'Activar'} ${id}`}
            busy={toggle.isBusy}
            onClick={toggle.run}
          >
            {isActive ? 'Desactivar' : 'Activar'}
          </Button>
          <Button variant="quiet" aria-label={`Compartir ${id}`} onClick={() => setSharing(true)}>
            Compartir
          </Button>
          <Button
            variant="quiet"
            aria-label={`Eliminar ${id}`}
            busy={remove.isBusy}
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
              cancel="Cancelar"
              onConfirm={remove.run}
              onCancel={() => setAsking(false)}
            >
              <p dir="auto">
                Vas a eliminar {id}, “{name}”. Si algún pedido lo lleva, solo se puede desactivar.
              </p>
            </ConfirmDialog>
          )}
        </td>
      </tr>
      {failure !== null && (
        <tr>
          <td colSpan={8} className={styles.failure}>
            <Failure error={failure} text={describeFailure(failed, failure)} />
          </td>
        </tr>
      )}
    </>
  );
}
