import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from './Icon.tsx';
import { scrollAcross } from './scroll-across.ts';
import styles from './Tabs.module.css';

export type Tab<Name extends string> = {
  name: Name;
  label: string;
  /** Additional text of the tab, such as the number of waiting orders. */
  note?: ReactNode;
};

type Props<Name extends string> = {
  /** Accessible name of the row. */
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
  /** How many tabs a phone shows, with the chosen one; 'Más' shows the others. Omitted: all. */
  onPhone?: number;
  children: ReactNode;
};

/** Tabs by the WAI-ARIA pattern: arrows, Home and End move and select at once. */
export function Tabs<Name extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  onPhone = tabs.length,
  children,
}: Props<Name>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const [areAllShown, showAll] = useState(false);

  useEffect(() => {
    const { current } = row;
    const tab = current?.querySelector(`[data-name="${chosen}"]`);
    if (!current || !tab) return;
    tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // A note that loads later moves the tabs after it, and a phone may be rotated.
    const observer = new ResizeObserver(() => scrollAcross(current, tab));
    for (const each of [current, ...current.children]) observer.observe(each);
    return () => observer.disconnect();
  }, [chosen]);

  const choose = (index: number) => {
    const tab = tabs.at(index % tabs.length);
    if (!tab) return;
    // A folded tab is shown once it is chosen, and only then can have the focus.
    flushSync(() => onChoose(tab.name));
    row.current?.querySelector<HTMLElement>(`[data-name="${tab.name}"]`)?.focus();
  };

  const press = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ name }) => name === chosen);
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };

  return (
    <div className={styles.tabs}>
      <div className={`${styles.row} ${onPhone < tabs.length ? styles.folds : ''}`}>
        <div
          ref={row}
          className={`scrolls-across ${styles.list}`}
          role="tablist"
          aria-label={label}
          onKeyDown={press}
        >
          {tabs.map(({ name, label: text, note }, at) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              data-name={name}
              data-folded={(at >= onPhone && name !== chosen && !areAllShown) || undefined}
              className={styles.tab}
              aria-selected={name === chosen}
              aria-controls={`${id}-panel`}
              aria-describedby={note ? `${id}-${name}-note` : undefined}
              tabIndex={name === chosen ? 0 : -1}
              onClick={() => {
                showAll(false);
                onChoose(name);
              }}
            >
              {text}
              {note && (
                <span id={`${id}-${name}-note`} className={styles.note} aria-hidden="true">
                  {note}
                </span>
              )}
            </button>
          ))}
        </div>
        {onPhone < tabs.length && (
          <button
            type="button"
            className={`${styles.tab} ${styles.more}`}
            aria-expanded={areAllShown}
            onClick={() => showAll(!areAllShown)}
          >
            Más <Icon name={areAllShown ? 'up' : 'down'} />
          </button>
        )}
      </div>
      <div
        id={`${id}-panel`}
        className={styles.panel}
        role="tabpanel"
        aria-labelledby={`${id}-${chosen}`}
      >
        {children}
      </div>
    </div>
  );
}
