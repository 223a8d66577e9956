import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Notice.module.css';

type Props = ComponentProps<'div'> & {
  tone: 'error' | 'success' | 'info';
  /** How what it says is laid out, beside its sign. */
  className?: string | undefined;
};

const signs = { error: 'alert', success: 'tick', info: 'info' } as const;

const CHECK = '✅';

/** A text that begins with a sign of its own, such as '✅ Datos guardados correctamente'. */
const hasOwnSign = (children: ReactNode): children is string =>
  typeof children === 'string' && children.startsWith(CHECK);

/** A message in a box. Errors interrupt a screen reader, the others wait. */
export function Notice({ tone, children, className, ...rest }: Props) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      {...rest}
      className={`${styles.notice} ${styles[tone]}`}
    >
      {hasOwnSign(children) ? (
        <OwnSign />
      ) : (
        <span className={styles.sign}>
          <Icon name={signs[tone]} />
        </span>
      )}
      <div className={className}>
        {hasOwnSign(children) ? children.slice(CHECK.length).trimStart() : children}
      </div>
    </div>
  );
}

/** Drawn, for not every device has a letter for it. */
function OwnSign() {
  return (
    <span className={`${styles.sign} ${styles.square}`}>
      <span className="visually-hidden">{CHECK} </span>
      <Icon name="tick" />
    </span>
  );
}
