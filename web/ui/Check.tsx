import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'onToggle'> & {
  onToggle: (isOn: boolean) => void;
};

/** A checkbox with its label. `className` is the label's. */
export function Check({ onToggle, className = 'choice', children, ...rest }: Props) {
  return (
    <label className={className}>
      <input type="checkbox" {...rest} onChange={({ target }) => onToggle(target.checked)} />
      {children}
    </label>
  );
}
