import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAccountState } from '#web/lib/account.ts';
import { tryStorage } from '#web/lib/browser-storage.ts';
import { Queries } from '#web/lib/Queries.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { type Tab, Tabs } from '#web/ui/Tabs.tsx';
import { leaveTyped } from '#web/ui/unsaved.ts';
import styles from './AdminPanel.module.css';
import keysWindowStyles from './KeysWindow.module.css';
import { usePanelKeys } from './use-panel-keys.ts';

type Props<Name extends string> = {
  tabs: readonly (Tab<Name> & { content: ReactNode })[];
  chosen: Name;
  onChoose: (name: Name) => void;
  onClose: () => void;
  /** Windows that may be open over the panel. */
  children: ReactNode;
};

/** The frame of the admin panel; it closes when its user signs out. */
export function AdminPanel<Name extends string>({
  tabs,
  chosen,
  onChoose,
  onClose,
  children,
}: Props<Name>) {
  const isGone = useAccountState().name === 'guest';
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);

  const inside = useRef<HTMLDivElement>(null);
  const [areKeysOn, setKeysOn] = useState(readKeysOn);
  const [isHelpOpen, setHelpOpen] = useState(false);
  usePanelKeys(inside, { isOn: areKeysOn, onHelp: () => setHelpOpen(true) });
  const switchKeys = (isOn: boolean) => {
    tryStorage(() => (isOn ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, '1')));
    setKeysOn(isOn);
  };

  return (
    <Queries>
      <Dialog title="Panel de administración" width="screen" onClose={() => leaveTyped(onClose)}>
        <div ref={inside} className={styles.panel}>
          <Button variant="quiet" className={styles.keys} onClick={() => setHelpOpen(true)}>
            Atajos de teclado
          </Button>
          <Tabs label="Administración" tabs={tabs} chosen={chosen} onChoose={onChoose} onPhone={5}>
            {tabs.find(({ name }) => name === chosen)?.content}
          </Tabs>
        </div>
        {isHelpOpen && (
          <KeysWindow isOn={areKeysOn} onSwitch={switchKeys} onClose={() => setHelpOpen(false)} />
        )}
        {children}
      </Dialog>
    </Queries>
  );
}

const keys = [
  ['j', 'Pedido siguiente de la lista'],
  ['k', 'Pedido anterior'],
  ['Enter', 'Abrir el pedido'],
  ['/', 'Ir al buscador'],
  ['Esc', 'Cerrar la ventana de encima'],
  ['?', 'Ver estos atajos'],
] as const;

type KeysWindowProps = { isOn: boolean; onSwitch: (isOn: boolean) => void; onClose: () => void };

/** Lists the panel's keyboard shortcuts; those of a single letter can be switched off. */
function KeysWindow({ isOn, onSwitch, onClose }: KeysWindowProps) {
  return (
    <Dialog title="Atajos de teclado" width="narrow" onClose={onClose}>
      <dl className="stack-2">
        {keys.map(([key, text]) => (
          <div key={key} className={keysWindowStyles.key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Check checked={isOn} onToggle={onSwitch}>
        Usar los atajos de una sola tecla
      </Check>
    </Dialog>
  );
}

const OFF = 'pines.panel-keys-off';

/** Single-letter shortcuts can be switched off in this browser. */
const readKeysOn = () => tryStorage(() => localStorage.getItem(OFF)) === null;
