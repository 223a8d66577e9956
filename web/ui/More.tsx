import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import styles from './More.module.css';

type Props = { isLoading: boolean; onMore: () => void };

/** Loads the next page on click, or as soon as it is almost in view. */
export function More({ isLoading, onMore }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const loadMore = useEffectEvent(onMore);
  useEffect(() => {
    const element = place.current;
    if (!element || isLoading) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadMore(), {
      root: element.closest('dialog'),
      rootMargin: '0px 0px 600px 0px',
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [isLoading]);
  return (
    <div ref={place} className={styles.more}>
      <Button variant="secondary" busy={isLoading} onClick={onMore}>
        {isLoading ? 'Cargando...' : 'Ver más'}
      </Button>
    </div>
  );
}
