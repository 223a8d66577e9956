import { type ReactNode, useEffect, useState } from 'react';
import { Refusal } from '#web/lib/api.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { FormDialog } from './FormDialog.tsx';
import { Notice } from './Notice.tsx';
import { Skeleton } from './Skeleton.tsx';

/** Result of a mail's link: `dead` has the reason why it is invalid; `lost`: no response. */
type Finding<Found> =
  | { name: 'looking' | 'lost' }
  | { name: 'dead'; text: string }
  | { name: 'found'; found: Found };

/** Reads what a mail's link opens, without an account. `view` must be stable between renders. */
export function useLink<Found>(token: string, view: (token: string) => Promise<Found>) {
  const [finding, setFinding] = useState<Finding<Found>>({ name: 'looking' });
  const isLooking = finding.name === 'looking';
  useEffect(() => {
    if (!isLooking) return;
    let isWanted = true;
    void find(token, view).then((found) => isWanted && setFinding(found));
    return () => {
      isWanted = false;
    };
  }, [token, view, isLooking]);
  return {
    finding,
    /** Tries again. */
    look: () => setFinding({ name: 'looking' }),
    show: (found: Found) => setFinding({ name: 'found', found }),
  };
}

async function find<Found>(
  token: string,
  view: (token: string) => Promise<Found>,
): Promise<Finding<Found>> {
  try {
    return { name: 'found', found: await view(token) };
  } catch (error) {
    const isDead = error instanceof Refusal && error.status !== 429;
    return isDead ? { name: 'dead', text: error.message } : { name: 'lost' };
  }
}

type LinkStateProps<Found> = {
  link: ReturnType<typeof useLink<Found>>;
  /** The placeholder's blocks: as high as the content, or as the screen. */
  lines?: number;
  height?: string;
  /** The message of an invalid link; by default the shop's own. */
  dead?: string;
  /** The message if there is no response. */
  lost: string;
  onClose: () => void;
};

/** A placeholder until a mail's link is loaded, or why it shows nothing. */
export function LinkState<Found>(props: LinkStateProps<Found>) {
  const { link, lines = 3, height = '9rem', dead, lost, onClose } = props;
  const { finding, look } = link;
  if (finding.name === 'found') return null;
  if (finding.name === 'looking') return <Skeleton lines={lines} height={height} />;
  return finding.name === 'dead' ? (
    <LinkTrouble text={dead ?? finding.text} onClose={onClose} />
  ) : (
    <LinkTrouble text={lost} onClose={onClose} onRetry={look} />
  );
}

type LinkWindowProps<Found> = Omit<LinkStateProps<Found>, 'link'> & {
  title: string;
  token: string;
  /** Stable between renders. */
  view: (token: string) => Promise<Found>;
  /** What was typed or uploaded in it would be lost. */
  isForm?: boolean;
  /** @param show replaces what was found */
  children: (found: Found, show: (found: Found) => void) => ReactNode;
};

/** A window with the content of a mail's link, once it is loaded. */
export function LinkWindow<Found>(props: LinkWindowProps<Found>) {
  const { title, token, view, isForm = false, children, ...rest } = props;
  const link = useLink(token, view);
  const { finding, show } = link;
  const Window = isForm ? FormDialog : Dialog;
  const isShort = finding.name === 'dead' || finding.name === 'lost';
  return (
    <Window title={title} width={isShort ? 'narrow' : 'medium'} onClose={rest.onClose}>
      <LinkState link={link} {...rest} />
      {finding.name === 'found' && children(finding.found, show)}
    </Window>
  );
}

type Props = { text: string; onClose: () => void; onRetry?: () => void };

/** Why a mail's link shows nothing, and a button for the next step. */
export function LinkTrouble({ text, onClose, onRetry }: Props) {
  return (
    <>
      <Notice tone="error">{text}</Notice>
      <Button onClick={onRetry ?? onClose}>{onRetry ? 'Reintentar' : 'Entendido'}</Button>
    </>
  );
}
