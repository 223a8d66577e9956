import styles from './Carousel.module.css';
import { CarouselControls } from './CarouselControls.tsx';
import { SLIDE_SIZE, slides } from './slides.ts';
import { useCarousel } from './use-carousel.ts';

/** The hero's pictures, shown on the face of one big pin (WAI-ARIA carousel pattern). */
export function Carousel() {
  const carousel = useCarousel(slides.length);
  return (
    <section
      className={styles.carousel}
      aria-roledescription="carrusel"
      aria-label="Ideas para tu pin"
      onMouseEnter={() => carousel.setHover(true)}
      onMouseLeave={() => carousel.setHover(false)}
      onFocus={(event) => carousel.setFocus(event.target.matches(':focus-visible'))}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) carousel.setFocus(false);
      }}
    >
      <div className={styles.pin}>
        <ul
          ref={carousel.track}
          className={styles.track}
          aria-live={carousel.isRunning ? 'off' : 'polite'}
          onScroll={carousel.onScroll}
          onTouchStart={carousel.onTouchStart}
        >
          {slides.map(({ src, alt }, index) => (
            <li key={src} className={styles.slide} aria-hidden={index !== carousel.index}>
              <img
                src={src}
                alt={alt}
                width={SLIDE_SIZE}
                height={SLIDE_SIZE}
                loading={index === 0 ? 'eager' : 'lazy'}
                fetchPriority={index === 0 ? 'high' : 'auto'}
                draggable={false}
              />
            </li>
          ))}
        </ul>
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
