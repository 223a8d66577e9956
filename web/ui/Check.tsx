import type { ComponentProps } from 'react';
import './Field.module.css';

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'onToggle'> & {
  onToggle: (isOn: boolean) => void;
};

/** A checkbox with its label, or a radio button by its `type`. `className` is the label's. */
export function Check({ onToggle, className = 'choice', children, ...rest }: Props) {
  return (
    <label className={className}>
      <input type="checkbox" {...rest} onChange={({ target }) => onToggle(target.checked)} />
      {children}
    </label>
  );
}
