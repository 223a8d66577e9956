import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { openWindow, windows } from '#web/lib/levels.ts';
import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';
import { prefersLittleMotion } from './motion.ts';

function show(dialog: HTMLDialogElement, beside: boolean) {
  if (beside) dialog.show();
  else dialog.showModal();
}

/** The width of the browser has changed: it stays open in its other form, under the windows over it. */
function changeForm(dialog: HTMLDialogElement, beside: boolean) {
  const focused = document.activeElement;
  const over = dialog.querySelectorAll<HTMLDialogElement>('dialog:modal');
  for (const window of [dialog, ...over]) {
    window.close();
    show(window, beside && window === dialog);
  }
  if (over.length > 0 && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

type Props = {
  title: ReactNode;
  subtitle?: ReactNode;
  width?: 'narrow' | 'medium' | 'wide' | 'full' | 'screen';
  /** Is in the page beside what opened it, which can still be used. */
  beside?: boolean;
  /** While true, nothing but the work under way can close it. */
  locked?: boolean;
  /** Whether a click beside it closes it; not where typed text would be lost. */
  closesOnBackdrop?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A window, modal unless it stands beside its opener: open for as long as it is rendered. The
 * browser's own `<dialog>` keeps the focus inside, gives it back afterwards and stacks windows over
 * each other. The focus starts at the element that carries `data-autofocus`, else at the title. The
 * browser's Back closes it as its cross does.
 */
export function Dialog(props: Props) {
  const { title, subtitle, width = 'medium', locked = false, onClose, children } = props;
  const { closesOnBackdrop = true, beside = false } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const pressedBeside = useRef(false);
  const titleId = useId();

  const close = () => {
    if (!locked) onClose();
  };
  const closeByBack = useEffectEvent(close);

  useLayoutEffect(() => {
    const leave = openWindow(closeByBack);
    const element = dialog.current;
    const opener = document.activeElement;
    return () => {
      leave();
      if (!element) return;
      if (element.matches(':modal')) fadeAway(element, styles.gone ?? '');
      // Closing before it is taken away is what returns the focus, unless a window over it goes too.
      element.close();
      queueMicrotask(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement)
          opener.focus();
      });
    };
  }, []);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (element.open) return changeForm(element, beside);
    show(element, beside);
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? heading.current;
    first?.focus({ preventScroll: beside });
  }, [beside]);

  // A press that began inside, such as marking text, is no click beside it.
  const press = (event: PointerEvent) => {
    pressedBeside.current = event.target === dialog.current;
  };
  // Not as the finger lifts: the tap that follows would press what the window has covered.
  const click = (event: MouseEvent) => {
    if (closesOnBackdrop && pressedBeside.current && event.target === dialog.current) close();
  };

  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${beside ? styles.beside : styles[width]}`}
      aria-labelledby={titleId}
      // One that is not modal would swallow Escape otherwise.
      closedby="closerequest"
      onPointerDown={press}
      onClickCapture={click}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        closeTop();
      }}
      onClose={(event) => {
        // The browser may insist on closing at a second Escape.
        if (event.target !== dialog.current || dialog.current.open) return;
        reopen(dialog.current);
        closeTop();
      }}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <div className={styles.titles}>
            <h2 ref={heading} id={titleId} className={styles.title} tabIndex={-1}>
              {title}
            </h2>
            {subtitle && <div className={styles.subtitle}>{subtitle}</div>}
          </div>
          <button
            type="button"
            className={styles.close}
            aria-label="Cerrar"
            disabled={locked}
            onClick={close}
          >
            <Icon name="cross" />
          </button>
        </div>
        <div className={styles.body}>{children}</div>
      </div>
    </dialog>
  );
}

/** Escape reaches a modal window alone; what is in it, beside its content, goes first. */
function closeTop() {
  windows.get().at(-1)?.();
}

/** Shows a window again that the browser closed, with those that stand over it still over it. */
function reopen(element: HTMLDialogElement) {
  element.showModal();
  for (const inner of element.querySelectorAll<HTMLDialogElement>('dialog:modal')) {
    inner.close();
    inner.showModal();
  }
}

/**
 * Lets the shape of a window fade after it has gone. What it held goes at once, so that nothing
 * can be pressed or read that is no longer there.
 *
 * @param element still on the page
 * @param className how the fading shape looks; its animation is the way out
 */
function fadeAway(element: HTMLElement, className: string) {
  if (prefersLittleMotion()) return;
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0) return;
  const shape = document.createElement('div');
  shape.className = className;
  Object.assign(shape.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  shape.addEventListener('animationend', () => shape.remove());
  queueMicrotask(() => {
    // Still there (a rehearsal), or another window took over.
    if (element.isConnected || document.querySelector('dialog:modal')) return;
    document.body.append(shape);
  });
}
