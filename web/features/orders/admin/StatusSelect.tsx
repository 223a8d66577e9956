import { ORDER_STATUSES, type OrderStatus, readStatus, statusLabel } from '#domain/orders.ts';
import type { ControlProps } from '#web/ui/Field.tsx';

type Props = ControlProps & {
  status: string | null;
  onStatus: (status: OrderStatus | null) => void;
  /** What stands for none; without it there is no such choice. */
  blank?: string;
};

export function StatusSelect({ status, onStatus, blank, ...control }: Props) {
  return (
    <select
      {...control}
      value={status ?? ''}
      onChange={({ target }) => onStatus(readStatus(target.value) ?? null)}
    >
      {blank && <option value="">{blank}</option>}
      {ORDER_STATUSES.map((known) => (
        <option key={known} value={known}>
          {statusLabel(known)}
        </option>
      ))}
    </select>
  );
}
