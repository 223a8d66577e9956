import { useQueryClient } from '@tanstack/react-query';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { refreshBoard } from './queries.ts';

type Props = { onOpen: (window: 'sheets' | 'printers') => void };

export function WorkshopToolbar({ onOpen }: Props) {
  const client = useQueryClient();
  const refresh = useTask(() => refreshBoard(client));
  const looks = { variant: 'secondary', className: parts.button } as const;
  return (
    <div className={parts.toolbar}>
      <h3 className={parts.heading}>Taller</h3>
      <Button {...looks} onClick={() => onOpen('sheets')}>
        Hojas de prensa
      </Button>
      <Button {...looks} onClick={() => onOpen('printers')}>
        Impresoras
      </Button>
      <Button {...looks} busy={refresh.isBusy} onClick={refresh.run}>
        Actualizar
      </Button>
    </div>
  );
}
