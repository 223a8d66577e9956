import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Failed } from '#web/panel/Failure.tsx';
import parts from '#web/panel/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { useSettling } from '#web/ui/use-settling.ts';
import styles from './RowActs.module.css';
import type { RowAct } from './row-acts.ts';

type RowProps = {
  act: RowAct<unknown> | undefined;
  className: string;
  isOpen?: boolean;
  children: ReactNode;
};

/** A row with an act: it keeps its height and the focus while the act can be undone. */
export function ActRow({ act, className, isOpen = false, children }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const state = act?.done ? 'done' : act?.isBusy ? 'busy' : 'open';
  const wasDone = useRef(false);
  useSettling(state, row);
  useLayoutEffect(() => {
    const { current } = row;
    if (!current) return;
    const focused = document.activeElement;
    const isLost = !focused || focused === document.body;
    const focus = () => current.focus({ preventScroll: true });
    if (state === 'busy') setHeight((known) => known ?? current.offsetHeight);
    if (state === 'open') setHeight(null);
    // The button that had the focus is hidden now; another Enter must not undo the act.
    if (state === 'done' && (isLost || current.contains(focused))) focus();
    // 'Deshacer' had it.
    if (state === 'open' && wasDone.current && isLost) focus();
    wasDone.current = state === 'done';
  }, [state]);
  useLayoutEffect(() => {
    const { current } = row;
    return () => passFocus(current);
  }, []);
  return (
    <li
      ref={row}
      className={className}
      tabIndex={-1}
      aria-current={isOpen || undefined}
      style={height === null ? undefined : { minHeight: height }}
    >
      {children}
      {act && act.error !== null && !act.isOfMany && (
        <div className={styles.failure}>
          <Failed what="No se pudo guardar" error={act.error} />
        </div>
      )}
    </li>
  );
}

/** Moves the focus from a row that goes to the one after it, or before: 'Listo' had it. */
function passFocus(row: HTMLElement | null) {
  if (!row?.contains(document.activeElement)) return;
  const panel = row.closest('[role="tabpanel"]');
  const all = [...(panel?.querySelectorAll<HTMLElement>('li[tabindex]') ?? [])];
  const at = all.indexOf(row);
  (all[at + 1] ?? all[at - 1])?.focus({ preventScroll: true });
}

type DoneProps = { act: RowAct<unknown>; subject: string; onEnd: () => void };

/** What else can be done after an act: telling the buyer, and ending its minute on the screen. */
export function DoneLinks({ act: { done }, subject, onEnd }: DoneProps) {
  const chat = done?.chat;
  return (
    <span className={styles.links}>
      {chat && (
        <ButtonLink
          variant="quiet"
          className={styles.small}
          href={chat.url}
          target="_blank"
          rel="noreferrer"
          aria-label={`${chat.label}: ${subject}`}
        >
          Avisar
        </ButtonLink>
      )}
      <Button
        variant="quiet"
        className={styles.small}
        aria-label={`Listo: ${subject}`}
        onClick={onEnd}
      >
        Listo
      </Button>
    </span>
  );
}

type Props = {
  act: RowAct<unknown> | undefined;
  /** What the row is about, such as `pedido A1B2-C3D4`; part of the buttons' names. */
  subject: string;
  label: string;
  variant?: 'secondary' | 'quiet';
  onAct: () => void;
  onUndo: () => void;
  /** What is before the button; 'Deshacer' takes its place. */
  children: ReactNode;
};

/** A row's act. After it nothing is left in the button's place: a second click hits nothing. */
export function RowActs({
  act,
  subject,
  label,
  variant = 'secondary',
  onAct,
  onUndo,
  children,
}: Props) {
  const done = act?.done ?? null;
  const canUndo = act !== undefined && !act.isOfMany && done?.undo != null;
  return (
    <>
      {done === null && children}
      {canUndo && (
        <Button
          variant="secondary"
          className={parts.button}
          busy={act.isBusy}
          aria-label={`Deshacer: ${subject}`}
          onClick={onUndo}
        >
          Deshacer
        </Button>
      )}
      {done !== null && !canUndo && <span />}
      <Button
        variant={variant}
        className={`${variant === 'quiet' ? '' : parts.button} ${done ? styles.gone : ''}`}
        aria-label={`${label}: ${subject}`}
        busy={done === null && act?.isBusy === true}
        disabled={done !== null}
        onClick={onAct}
      >
        {label}
      </Button>
    </>
  );
}
