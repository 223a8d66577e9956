import { type ComponentProps, useEffect, useEffectEvent, useId, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './EarlyButton.module.css';
import { Spinner } from './Spinner.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  onPress: () => void;
  /** What a press is answered with while the script that serves it is still on its way. */
  waiting: string;
};

/**
 * A button that takes presses as soon as it is seen. Before the script runs, the browser itself
 * answers by opening a popover; when the script finds that open, the press is carried out.
 */
export function EarlyButton({ onPress, waiting, ...rest }: Props) {
  const id = useId();
  const [isEarly, setEarly] = useState(true);
  const catchUp = useEffectEvent(() => {
    if (document.querySelector(`[id="${id}"][popover]:popover-open`)) onPress();
    setEarly(false);
  });
  useEffect(() => {
    // Browsers without popovers do not know the selector either.
    if (CSS.supports('selector(:popover-open)')) catchUp();
    else setEarly(false);
  }, []);
  return (
    <>
      <Button
        {...rest}
        {...(isEarly && { popoverTarget: id, popoverTargetAction: 'show' })}
        onClick={onPress}
      />
      {isEarly && (
        <div id={id} popover="auto" role="status" className={styles.waiting}>
          <Spinner /> {waiting}
        </div>
      )}
    </>
  );
}
