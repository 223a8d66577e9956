import { useId } from 'react';
import styles from './Fields.module.css';

type Props = { label: string; hint: string; isOn: boolean; onEdit: (isOn: boolean) => void };

export function SettingSwitch({ label, hint, isOn, onEdit }: Props) {
  const id = useId();
  return (
    <div className={styles.wide}>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={id}
          onChange={({ target }) => onEdit(target.checked)}
        />
        {label}
      </label>
      <p id={id} className={styles.hint}>
        {hint}
      </p>
    </div>
  );
}
