import { type ReactNode, useState } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './Fold.module.css';

type Props = {
  title: string;
  /** Rendered for whoever opens it, and not before. */
  children: () => ReactNode;
};

export function Fold({ title, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>
        {title}
        <Icon name="forward" />
      </summary>
      {isOpen && children()}
    </details>
  );
}
