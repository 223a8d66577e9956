import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePageConfig } from '#web/lib/config.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { prefersLittleMotion } from '#web/ui/motion.ts';
import { Photo, type PhotoSource } from '#web/ui/Photo.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import brushAvif from './art/brush.avif';
import brushWebp from './art/brush.webp';
import copihueAvif from './art/copihue.avif';
import copihueWebp from './art/copihue.webp';
import hourglassAvif from './art/hourglass.avif';
import hourglassWebp from './art/hourglass.webp';
import vanAvif from './art/van.avif';
import vanWebp from './art/van.webp';
import styles from './Carousel.module.css';
import carouselControlsStyles from './CarouselControls.module.css';
import previews from './photos/previews.module.css';

const SHOWN = '(width >= 72rem) 37rem, (width >= 52rem) 50vw, calc(100vw - 3rem)';

/** The hero's photos in a scalloped frame (WAI-ARIA carousel pattern). */
export function Carousel() {
  const carousel = useCarousel(usual.length);
  const own = usePageConfig().face?.photos ?? [];
  const slides = [...own, ...usual.slice(own.length)];
  return (
    <section
      className={styles.carousel}
      aria-roledescription="carrusel"
      aria-label="Ideas para tu pin"
      onPointerEnter={({ pointerType }) => carousel.setHover(pointerType === 'mouse')}
      onPointerLeave={() => carousel.setHover(false)}
      onFocus={(event) => carousel.setFocus(event.target.matches(':focus-visible'))}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) carousel.setFocus(false);
      }}
    >
      <div className={styles.frame}>
        <div className={styles.mat} />
        <ul
          ref={carousel.track}
          className={styles.track}
          aria-label="Fotos"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: Safari lets no key reach a scroller without it.
          tabIndex={0}
          aria-live={carousel.isRunning ? 'off' : 'polite'}
          onScroll={carousel.onScroll}
          onTouchStart={carousel.onTouchStart}
        >
          {slides.map(({ name, source, alt }, index) => (
            <li
              key={name}
              className={`${styles.slide} ${previews[name] ?? ''}`}
              aria-hidden={index !== carousel.index}
            >
              {carousel.isNear(index) && (
                <Photo
                  {...SLIDE_SIZE}
                  source={source}
                  alt={alt}
                  sizes={SHOWN}
                  turn={index === 0 ? 'first' : 'near'}
                  phoneWidth={640}
                />
              )}
            </li>
          ))}
        </ul>
        <span className={styles.sticker}>
          <Photo source={sticker} alt="" width={128} height={128} turn="late" />
        </span>
      </div>
      <CarouselControls
        count={usual.length}
        index={carousel.index}
        isPlaying={carousel.isPlaying}
        onGoTo={carousel.goTo}
        onToggle={carousel.toggle}
      />
    </section>
  );
}

type Props = {
  count: number;
  index: number;
  isPlaying: boolean;
  onGoTo: (index: number) => void;
  onToggle: () => void;
};

function CarouselControls({ count, index, isPlaying, onGoTo, onToggle }: Props) {
  const numbers = Array.from({ length: count }, (_, number) => number);
  return (
    <div className={carouselControlsStyles.controls}>
      <button
        type="button"
        className={carouselControlsStyles.round}
        aria-label={isPlaying ? 'Detener el carrusel' : 'Reproducir el carrusel'}
        onClick={onToggle}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <button
        type="button"
        className={carouselControlsStyles.round}
        aria-label="Imagen anterior"
        onClick={() => onGoTo(index - 1)}
      >
        <Icon name="back" />
      </button>
      <div className={carouselControlsStyles.dots}>
        {numbers.map((number) => (
          <button
            key={number}
            type="button"
            className={carouselControlsStyles.dot}
            aria-label={`Ir a la imagen ${number + 1}`}
            aria-current={number === index || undefined}
            onClick={() => onGoTo(number)}
          />
        ))}
      </div>
      <button
        type="button"
        className={carouselControlsStyles.round}
        aria-label="Imagen siguiente"
        onClick={() => onGoTo(index + 1)}
      >
        <Icon name="forward" />
      </button>
    </div>
  );
}

/** Every photo is 4:3. */
const SLIDE_SIZE = { width: 960, height: 720 };

const files: Record<string, string> = import.meta.glob('./photos/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

function photo(name: string): PhotoSource {
  const avif: Record<number, string> = {};
  let webp = '';
  for (const [path, address] of Object.entries(files)) {
    const [, file, width, encoding] = path.match(/\/(\w+)-(\d+)\.(avif|webp)$/) ?? [];
    if (file !== name) continue;
    if (encoding === 'avif') avif[Number(width)] = address;
    else webp = address;
  }
  return { avif, webp };
}

type Slide = { name: string; source: PhotoSource; alt: string };

const slide = (name: string, alt: string): Slide => ({ name, source: photo(name), alt });

const usual: readonly Slide[] = [
  // The first photo is part of the first paint: the smallest of five good ones.
  slide('tote', 'Cinco pines en una bolsa de tela: agua, un perro, flores, una palta y un sol'),
  slide('table', 'Una mesa llena de pines de todos los colores, vistos desde arriba'),
  slide('desk', 'Pines junto a una libreta, un lápiz y una taza de café: caben en la palma'),
  slide(
    'denim',
    'Cinco pines en una chaqueta de mezclilla: un gato negro, la cordillera, un corazón de píxeles, uno de Ñuble y el de una banda',
  ),
  slide('packing', 'Pines montados en tarjetas, junto a un sobre atado con cordel rojo'),
];

const INTERVAL_MS = 5000;
/** A photo is loaded this long after the previous slide came into view. */
const FETCH_AHEAD_MS = 2500;
/** A swipe has ended when nothing scrolls for this long. */
const REST_MS = 120;

/** Moves a row of slides: automatically every 5 s, by its buttons, by dots and by swiping. */
function useCarousel(count: number) {
  const track = useRef<HTMLUListElement>(null);
  const rest = useRef(0);
  const isSwiped = useRef(false);
  const [index, setIndex] = useState(0);
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([0]));
  const [isHeld, setHeld] = useState({ hover: false, focus: false });
  const [choice, setChoice] = useState<boolean | null>(null);
  const littleMotion = useHydrated() && prefersLittleMotion();
  const isPlaying = choice ?? !littleMotion;
  const isRunning = isPlaying && !isHeld.hover && !isHeld.focus;

  const round = (wanted: number) => (wanted + count) % count;
  const bringNear = (...wanted: number[]) =>
    setNear((known) =>
      wanted.every((slide) => known.has(slide)) ? known : new Set([...known, ...wanted]),
    );

  const goTo = (wanted: number) => {
    const next = round(wanted);
    isSwiped.current = false;
    bringNear(next);
    setIndex(next);
    const row = track.current;
    row?.scrollTo({
      left: next * row.clientWidth,
      behavior: prefersLittleMotion() ? 'auto' : 'smooth',
    });
  };

  const fetchAhead = useEffectEvent((slide: number) => bringNear(round(slide)));
  const goOn = useEffectEvent((slide: number) => goTo(slide));
  // Only another slide or a pause restarts the timer; a re-render for the next photo does not.
  useEffect(() => {
    if (!isRunning) return;
    const next = index + 1;
    const timers = [
      setTimeout(() => fetchAhead(next), FETCH_AHEAD_MS),
      setTimeout(() => goOn(next), INTERVAL_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, [isRunning, index]);

  const onScroll = () => {
    clearTimeout(rest.current);
    rest.current = window.setTimeout(() => {
      const row = track.current;
      if (!row || !isSwiped.current) return;
      const shown = Math.round(row.scrollLeft / row.clientWidth);
      setIndex(shown);
      bringNear(shown, round(shown + 1));
    }, REST_MS);
  };

  return {
    track,
    index,
    isPlaying,
    isRunning,
    goTo,
    onScroll,
    /** Whether a slide is, was or will soon be in view; only then its photo is loaded. */
    isNear: (slide: number) => near.has(slide),
    /** From now on, the finger decides which slide is shown. */
    onTouchStart: () => {
      isSwiped.current = true;
      bringNear(round(index + 1), round(index - 1));
    },
    toggle: () => setChoice(!isPlaying),
    setHover: (hover: boolean) => {
      if (hover) bringNear(round(index + 1), round(index - 1));
      setHeld((held) => ({ ...held, hover }));
    },
    setFocus: (focus: boolean) => {
      if (focus) bringNear(round(index + 1), round(index - 1));
      setHeld((held) => ({ ...held, focus }));
    },
  };
}

const cutOut = (avif: string, webp: string): PhotoSource => ({ avif: { 240: avif }, webp });

/** Cut-out pins on a transparent background, 240 pixels square. */
const sticker = cutOut(copihueAvif, copihueWebp);
export const brush = cutOut(brushAvif, brushWebp);
export const hourglass = cutOut(hourglassAvif, hourglassWebp);
export const van = cutOut(vanAvif, vanWebp);
