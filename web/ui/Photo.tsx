import { useHydrated } from './use-hydrated.ts';

/** One encoding of a picture: the address of each width there is. */
export type Encoding = Readonly<Record<number, string>>;

export type PhotoSource = { avif: Encoding; webp: Encoding };

type Props = {
  source: PhotoSource;
  /** Says what is seen; empty for decoration. */
  alt: string;
  width: number;
  height: number;
  /** How wide it is shown, in the words of the `sizes` attribute; without it there is one size. */
  sizes?: string;
  /**
   * When it is fetched: at once, as the first thing a visitor sees; when it comes near the window;
   * or, an ornament, after the page's script, which a slow line brings sooner without it.
   */
  turn?: 'first' | 'near' | 'late';
  /** The width for phones, however fine their screens: finer is invisible. */
  phoneWidth?: number;
};

const srcSet = (encoding: Encoding) =>
  Object.entries(encoding)
    .map(([width, address]) => `${address} ${width}w`)
    .join(', ');

export function Photo(props: Props) {
  const { source, alt, width, height, sizes, turn = 'near', phoneWidth } = props;
  const isHydrated = useHydrated();
  const shown = sizes ?? `${width}px`;
  const picture = (
    <picture>
      {phoneWidth && (
        <source type="image/avif" media="(width < 30rem)" srcSet={source.avif[phoneWidth]} />
      )}
      <source type="image/avif" srcSet={srcSet(source.avif)} sizes={shown} />
      <img
        src={Object.values(source.webp).at(-1)}
        srcSet={srcSet(source.webp)}
        sizes={shown}
        alt={alt}
        width={width}
        height={height}
        loading={turn === 'first' ? 'eager' : 'lazy'}
        fetchPriority={turn === 'first' ? 'high' : 'auto'}
        decoding="async"
        draggable={false}
      />
    </picture>
  );
  return turn === 'late' && !isHydrated ? <noscript>{picture}</noscript> : picture;
}
