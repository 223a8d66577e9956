import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Notice.module.css';
import { useIntoView } from './use-into-view.ts';

type Props = ComponentProps<'div'> & {
  tone: 'error' | 'success' | 'info';
  /** Layout of the content beside the sign. */
  className?: string | undefined;
};

const signs = { error: 'alert', success: 'tick', info: 'info' } as const;

/** A text that starts with its own sign, such as '✅ Datos guardados correctamente'. */
const hasOwnSign = (children: ReactNode) =>
  typeof children === 'string' && children.startsWith('✅');

/** A message in a box. Errors interrupt a screen reader and are scrolled into view. */
export function Notice({ tone, children, className, ...rest }: Props) {
  const words = useIntoView<HTMLDivElement>(tone === 'error');
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      {...rest}
      className={`${styles.notice} ${styles[tone]}`}
    >
      {!hasOwnSign(children) && (
        <span className={styles.sign}>
          <Icon name={signs[tone]} />
        </span>
      )}
      <div ref={words} className={className}>
        {children}
      </div>
    </div>
  );
}
