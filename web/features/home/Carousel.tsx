import { Photo } from '#web/ui/Photo.tsx';
import { sticker } from './art.ts';
import styles from './Carousel.module.css';
import { CarouselControls } from './CarouselControls.tsx';
import previews from './photos/previews.module.css';
import { SLIDE_SIZE, slides } from './slides.ts';
import { useCarousel } from './use-carousel.ts';

const SHOWN = '(width >= 72rem) 37rem, (width >= 52rem) 50vw, calc(100vw - 3rem)';

/** The hero's photos in a scalloped frame (WAI-ARIA carousel pattern). */
export function Carousel() {
  const carousel = useCarousel(slides.length);
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
          aria-live={carousel.isRunning ? 'off' : 'polite'}
          onScroll={carousel.onScroll}
          onTouchStart={carousel.onTouchStart}
        >
          {slides.map(({ name, source, alt }, index) => (
            <li
              key={name}
              className={`${styles.slide} ${previews[name]}`}
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
        count={slides.length}
        index={carousel.index}
        isPlaying={carousel.isPlaying}
        onGoTo={carousel.goTo}
        onToggle={carousel.toggle}
      />
    </section>
  );
}
