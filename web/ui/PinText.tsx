import type { PinText as Text } from '#domain/pins/text.ts';
import { createLoader, useLoaded } from '#web/lib/loader.ts';

type Props = {
  /** Null or omitted: none. */
  text: Text | null | undefined;
  press: { safeMm: number };
  /** Length of the pin that the square shows, in millimetres. */
  millimetres: number;
};

/** Fonts and drawing code are loaded with the first text. */
const drawing = createLoader('pin text', () => import('./PinTextDrawing.tsx'));

/** A pin's text over the square with the pin. Decoration; words beside it name it. */
export function PinText({ text, ...rest }: Props) {
  return text ? <LoadedText text={text} {...rest} /> : null;
}

function LoadedText(props: Props & { text: Text }) {
  const loading = useLoaded(drawing);
  if (loading.name !== 'ready') return null;
  const { PinTextDrawing } = loading.module;
  return <PinTextDrawing {...props} />;
}
