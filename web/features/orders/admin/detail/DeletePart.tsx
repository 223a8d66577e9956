import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { deleteOrder } from '#contract/orders-admin-calls.ts';
import { formatPesos } from '#domain/money.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { dropFromLists } from '../list/queries.ts';
import { nameOrder } from './order-texts.ts';
import { Part } from './Part.tsx';
import { useOrderChange } from './queries.ts';

type Props = { order: AdminOrderDetail; onDeleted: () => void };

export function DeletePart({ order, onDeleted }: Props) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { outcome, fail } = useOrderChange(order, 'Error al eliminar el pedido');
  const { id, version, deliveryData } = order;
  const remove = async () => {
    setBusy(true);
    try {
      await callAdmin(deleteOrder, { params: { id }, version });
      dropFromLists(client, id);
      onDeleted();
    } catch (error) {
      fail(error);
      setAsking(false);
      setBusy(false);
    }
  };
  return (
    <Part title="Eliminar" outcome={outcome}>
      <div>
        <Button variant="secondary" className={parts.danger} onClick={() => setAsking(true)}>
          Eliminar pedido
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`¿Eliminar el pedido ${id}?`}
          confirm="Eliminar pedido"
          cancel="Cancelar"
          busy={isBusy}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        >
          <p dir="auto">
            Vas a eliminar el pedido {nameOrder(order)} por{' '}
            {formatPesos(deliveryData.pricing.totalAmount)}. Puedes deshacerlo durante 7 días;
            después se borran sus datos y sus imágenes.
          </p>
        </ConfirmDialog>
      )}
    </Part>
  );
}
