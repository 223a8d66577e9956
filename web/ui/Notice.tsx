import type { ComponentProps } from 'react';
import styles from './Notice.module.css';

type Props = ComponentProps<'div'> & { tone: 'error' | 'success' | 'info' };

/** A message in a box. Errors interrupt a screen reader, the others wait. */
export function Notice({ tone, children, className, ...rest }: Props) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      {...rest}
      className={[styles.notice, styles[tone], className].filter(Boolean).join(' ')}
    >
      {children}
    </div>
  );
}
