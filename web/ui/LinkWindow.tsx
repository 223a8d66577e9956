import { type ReactNode, useEffect, useState } from 'react';
import { Refusal } from '#web/lib/api.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
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

type LinkWindowProps<Found> = {
  title: string;
  /** The placeholder's blocks: as high as the content, or as the screen. */
  lines?: number;
  token: string;
  /** Stable between renders. */
  view: (token: string) => Promise<Found>;
  /** The message if there is no response. */
  lost: string;
  onClose: () => void;
  children: (found: Found) => ReactNode;
};

/** A window with the content of a mail's link, once it is loaded. */
export function LinkWindow<Found>(props: LinkWindowProps<Found>) {
  const { title, token, view, lost, lines = 3, onClose, children } = props;
  const { finding, look } = useLink(token, view);
  return (
    <Dialog title={title} width="medium" onClose={onClose}>
      {finding.name === 'looking' && <Skeleton lines={lines} height="9rem" />}
      {finding.name === 'dead' && <LinkTrouble text={finding.text} onClose={onClose} />}
      {finding.name === 'lost' && <LinkTrouble text={lost} onRetry={look} />}
      {finding.name === 'found' && children(finding.found)}
    </Dialog>
  );
}

type Props = { text: string } & ({ onClose: () => void } | { onRetry: () => void });

/** Why a mail's link shows nothing, and a button for the next step. */
export function LinkTrouble({ text, ...next }: Props) {
  return (
    <>
      <Notice tone="error">{text}</Notice>
      {'onRetry' in next ? (
        <Button onClick={next.onRetry}>Reintentar</Button>
      ) : (
        <Button onClick={next.onClose}>Entendido</Button>
      )}
    </>
  );
}
