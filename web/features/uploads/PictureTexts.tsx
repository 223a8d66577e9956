import type { PressedPin } from '#domain/pins/pin.ts';
import { createLoader, useLoaded } from '#web/lib/loader.ts';
import type { Picture } from './picture.ts';

type Props = { picture: Picture; pin: PressedPin };

const words = createLoader('texts of pins', () => import('./texts/TextWords.tsx'));

/** The texts on a picture's pins, and which are hard to read; loaded with the first text. */
export function PictureTexts(props: Props) {
  const loading = useLoaded(words);
  if (loading.name !== 'ready') return null;
  const { TextWords } = loading.module;
  return <TextWords {...props} />;
}
