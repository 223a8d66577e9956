import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Failed, type Query } from './Failure.tsx';
import styles from './More.module.css';

type MoreProps = {
  list: Query & { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** The beginning of the error message. */
  what: string;
};

/** Loads a list's next page on click, or as soon as it is almost in view; or shows its error. */
export function More({ list, what }: MoreProps) {
  const { hasNextPage, isFetchingNextPage: isLoading, isFetchNextPageError, error } = list;
  const place = useRef<HTMLDivElement>(null);
  const loadMore = () => void list.fetchNextPage();
  const loadNear = useEffectEvent(loadMore);
  const isReady = hasNextPage && !isLoading && !isFetchNextPageError;
  useEffect(() => {
    const element = place.current;
    if (!element || !isReady) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadNear(), {
      root: element.closest('dialog'),
      rootMargin: '0px 0px 600px 0px',
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [isReady]);
  if (isFetchNextPageError && !isLoading) {
    return <Failed what={what} error={error} onRetry={loadMore} />;
  }
  if (!hasNextPage) return null;
  return (
    <div ref={place} className={styles.more}>
      <Button variant="secondary" busy={isLoading} onClick={loadMore}>
        {isLoading ? 'Cargando...' : 'Ver más'}
      </Button>
    </div>
  );
}
