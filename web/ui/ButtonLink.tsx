import type { ComponentProps } from 'react';
import styles from './Button.module.css';

type Props = ComponentProps<'a'> & { variant?: 'primary' | 'secondary' | 'quiet' };

/** A link that looks like a button. */
export function ButtonLink({ variant = 'secondary', className, ...rest }: Props) {
  return <a {...rest} className={`${styles.button} ${styles[variant]} ${className ?? ''}`} />;
}
