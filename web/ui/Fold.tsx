import { type ReactNode, useState } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './Fold.module.css';

type Props = {
  title: ReactNode;
  /** A short summary beside the title. */
  brief?: ReactNode;
  startsOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  /** Rendered on first opening; typed text is kept while it is closed. */
  children: () => ReactNode;
};

export function Fold({ title, brief, startsOpen = false, onToggle, children }: Props) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [wasOpen, setWasOpen] = useState(startsOpen);
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        if (open) setWasOpen(true);
        onToggle?.(open);
      }}
    >
      <summary className={styles.summary}>
        {title}
        {brief !== undefined && (
          <span className={styles.brief} dir="auto">
            {brief}
          </span>
        )}
        <Icon name="forward" />
      </summary>
      {wasOpen && <div className={`stack-3 ${styles.inside}`}>{children()}</div>}
    </details>
  );
}
