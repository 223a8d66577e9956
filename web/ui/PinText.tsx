import type { PinText as Text } from '#domain/pins/text.ts';
import { createLoader, useLoaded } from '#web/lib/loader.ts';

type Props = {
  /** Null or left out: none. */
  text: Text | null | undefined;
  press: { safeMm: number };
  /** How much of the pin the square shows, in millimetres. */
  millimetres: number;
};

/** Outlines and their code come with the first text that is shown. */
const drawing = createLoader('pin text', () => import('./PinTextDrawing.tsx'));

/** A pin's text over the square that shows the pin. Decoration; words beside it name it. */
export function PinText({ text, ...rest }: Props) {
  return text ? <LoadedText text={text} {...rest} /> : null;
}

function LoadedText(props: Props & { text: Text }) {
  const loading = useLoaded(drawing);
  if (loading.name !== 'ready') return null;
  const { PinTextDrawing } = loading.module;
  return <PinTextDrawing {...props} />;
}
