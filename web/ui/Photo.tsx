import { useHydrated } from './use-hydrated.ts';

/** The URL of each width as AVIF, and of the picture for browsers without AVIF. */
export type PhotoSource = { avif: Readonly<Record<number, string>>; webp: string };

type Props = {
  source: PhotoSource;
  /** Describes the picture; empty for decoration. */
  alt: string;
  width: number;
  height: number;
  /** Its displayed width, as a `sizes` attribute; without it there is one size. */
  sizes?: string;
  /**
   * When it is loaded: immediately, if visible first; when it comes near the viewport; or, for
   * decoration, after the page's script, so that the script arrives sooner.
   */
  turn?: 'first' | 'near' | 'late';
  /** The width for phones, regardless of pixel density: more is invisible. */
  phoneWidth?: number;
};

const srcSet = (addresses: PhotoSource['avif']) =>
  Object.entries(addresses)
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
        src={source.webp}
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
