import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './KeysWindow.module.css';

const keys = [
  ['j', 'Pedido siguiente de la lista'],
  ['k', 'Pedido anterior'],
  ['Enter', 'Abrir el pedido'],
  ['/', 'Ir al buscador'],
  ['Esc', 'Cerrar la ventana de encima'],
  ['?', 'Ver estos atajos'],
] as const;

type Props = { isOn: boolean; onSwitch: (isOn: boolean) => void; onClose: () => void };

/** Lists the panel's keys, and turns those of a single letter off for whom they get in the way. */
export function KeysWindow({ isOn, onSwitch, onClose }: Props) {
  return (
    <Dialog title="Atajos de teclado" width="narrow" onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, text]) => (
          <div key={key} className={styles.key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => onSwitch(target.checked)} />
        Usar los atajos de una sola tecla
      </label>
    </Dialog>
  );
}
