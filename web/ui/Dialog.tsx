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

/** Selector of open modal windows; older browsers have no `:modal`. */
export const MODAL = 'dialog[open][data-modal]';

function show(dialog: HTMLDialogElement, beside: boolean) {
  dialog.toggleAttribute('data-modal', !beside);
  if (beside) dialog.show();
  else dialog.showModal();
}

/** Opens a window anew, in its other form or after the browser closed it, and those over it above it. */
function showAgain(dialog: HTMLDialogElement, beside: boolean) {
  const focused = document.activeElement;
  const over = dialog.querySelectorAll<HTMLDialogElement>(MODAL);
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
  /** Not modal: beside its opener, which stays usable. */
  beside?: boolean;
  /** While true, only the request in progress can close it. */
  locked?: boolean;
  /** Whether a click outside closes it; not where typed text would be lost. */
  closesOnBackdrop?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A window, modal unless it is beside its opener, open while it is rendered. The browser's
 * `<dialog>` keeps the focus inside, restores it afterwards and stacks windows. The focus starts at
 * the element with `data-autofocus`, else at the title. The browser's Back closes it like its close
 * button.
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
    const place = opener?.parentElement;
    return () => {
      leave();
      if (!element) return;
      if (element.matches(MODAL)) fadeAway(element);
      // Closing it before it is removed restores the focus, unless a window over it is removed too.
      element.close();
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        // Instead of an opener that is gone, such as the button to sign in, what took its place.
        const next = opener?.isConnected ? opener : place?.querySelector('button');
        if (next instanceof HTMLElement) next.focus();
      });
    };
  }, []);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (element.open) return showAgain(element, beside);
    show(element, beside);
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? heading.current;
    first?.focus({ preventScroll: beside });
  }, [beside]);

  // A pointer down inside, such as for selecting text, is no click outside.
  const press = (event: PointerEvent) => {
    pressedBeside.current = event.target === dialog.current;
  };
  // On click, not on pointer up: the tap that follows would hit what is under the window.
  const click = (event: MouseEvent) => {
    if (closesOnBackdrop && pressedBeside.current && event.target === dialog.current) close();
  };

  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${beside ? styles.beside : styles[width]}`}
      aria-labelledby={titleId}
      // Otherwise a dialog that is not modal would swallow Escape.
      closedby="closerequest"
      onPointerDown={press}
      onClickCapture={click}
      onCancel={(event) => {
        // One that cannot be cancelled is answered once the browser has closed the window.
        if (event.target !== dialog.current || !event.cancelable) return;
        event.preventDefault();
        closeTop();
      }}
      onClose={(event) => {
        // A second Escape may force the browser to close it.
        if (event.target !== dialog.current || dialog.current.open) return;
        showAgain(dialog.current, beside);
        closeTop();
      }}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <div className={`stack-1 ${styles.titles}`}>
            <h2 ref={heading} id={titleId} className={styles.title} tabIndex={-1}>
              {title}
            </h2>
            {subtitle && <div className={styles.subtitle}>{subtitle}</div>}
          </div>
          <button
            type="button"
            className="round"
            aria-label="Cerrar"
            disabled={locked}
            onClick={close}
          >
            <Icon name="cross" />
          </button>
        </div>
        <div className={`stack-4 ${styles.body}`}>{children}</div>
      </div>
    </dialog>
  );
}

/** Escape reaches only a modal window: non-modal windows inside it close first. */
function closeTop() {
  windows.get().at(-1)?.();
}

/**
 * Lets the outline of a window fade out after it is removed. Its content disappears immediately, so
 * that nothing outdated can be clicked or read.
 */
function fadeAway(element: HTMLElement) {
  if (prefersLittleMotion()) return;
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0) return;
  const shape = document.createElement('div');
  shape.className = styles.gone ?? '';
  Object.assign(shape.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  shape.addEventListener('animationend', () => shape.remove());
  queueMicrotask(() => {
    // Still in the document (React's strict mode), or another window has opened.
    if (element.isConnected || document.querySelector(MODAL)) return;
    document.body.append(shape);
  });
}
