import { useState } from 'react';
import { Button } from './Button.tsx';
import { SHOWN_MS } from './Flash.tsx';
import { Icon } from './Icon.tsx';
import { useTimeout } from './use-timeout.ts';

type Props = {
  text: string;
  label: string;
  /** The end of the label, hidden if the context already says it. */
  hidden?: string;
};

/** Copies a text to the clipboard and confirms it; hidden without browser support. */
export function CopyButton({ text, label, hidden }: Props) {
  const [isCopied, setCopied] = useState(false);
  useTimeout(isCopied, SHOWN_MS, () => setCopied(false));
  if (!navigator.clipboard) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <Button variant="quiet" onClick={() => void copy()}>
        <Icon name={isCopied ? 'tick' : 'copy'} />
        {isCopied ? 'Copiado' : label}
        {!isCopied && hidden && <span className="visually-hidden"> {hidden}</span>}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied && 'Copiado'}
      </span>
    </>
  );
}
