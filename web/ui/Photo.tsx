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
  /** The first thing a visitor sees: fetched before all else. */
  isUrgent?: boolean;
};

const srcSet = (encoding: Encoding) =>
  Object.entries(encoding)
    .map(([width, address]) => `${address} ${width}w`)
    .join(', ');

/** A picture in the encodings and widths that it comes in. */
export function Photo({ source, alt, width, height, sizes, isUrgent = false }: Props) {
  const shown = sizes ?? `${width}px`;
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(source.avif)} sizes={shown} />
      <img
        src={Object.values(source.webp).at(-1)}
        srcSet={srcSet(source.webp)}
        sizes={shown}
        alt={alt}
        width={width}
        height={height}
        loading={isUrgent ? 'eager' : 'lazy'}
        fetchPriority={isUrgent ? 'high' : 'auto'}
        decoding="async"
        draggable={false}
      />
    </picture>
  );
}
