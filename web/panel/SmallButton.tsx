import type { ComponentProps } from 'react';
import { Button } from '#web/ui/Button.tsx';
import parts from './parts.module.css';

/** The panel's usual button, narrower than the buyers'. */
export function SmallButton({ className = '', ...rest }: ComponentProps<typeof Button>) {
  return <Button variant="secondary" {...rest} className={`${parts.button} ${className}`} />;
}
