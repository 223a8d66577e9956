import { drawText, type Letters } from '#domain/pins/letters.ts';
import type { Press } from '#domain/pins/pin.ts';
import type { TextStyle } from '#domain/pins/text.ts';
import { useLoaded } from '#web/lib/loader.ts';
import { lettersOf } from '#web/ui/letter-loaders.ts';
import { joinNames } from './join-names.ts';
import styles from './Texts.module.css';

type Props = { style: TextStyle; values: readonly string[]; press: Press };

/** Lists the texts that will be hard to read, with advice; nothing if there are none. */
export function SmallTexts({ style, values, press }: Props) {
  const small = useSmallTexts(style, values, press);
  if (small.length === 0) return null;
  const isOne = small.length === 1;
  return (
    <p className={styles.small} role="status">
      {joinNames(small, 8)} {isOne ? 'queda' : 'quedan'} con letra muy chica:{' '}
      {isOne ? 'acórtalo' : 'acórtalos'}
      {style.size === 'small'
        ? ' o elige «Mediana»'
        : style.path === 'straight' && ' o elige «En círculo»'}
      .
    </p>
  );
}

/** Returns the texts that will be hard to read; empty until the font is loaded. */
export function useSmallTexts(style: TextStyle, values: readonly string[], press: Press): string[] {
  const loading = useLoaded(lettersOf(style.font));
  return loading.name === 'ready' ? findSmall(style, values, press, loading.module) : [];
}

function findSmall(style: TextStyle, values: readonly string[], press: Press, letters: Letters) {
  const isSmall = (value: string) => drawText({ ...style, value }, press, letters).isTooSmall;
  return [...new Set(values)].filter(isSmall);
}
