import { useEffect, useRef, useState } from 'react';
import type { Coordinates } from '#domain/delivery.ts';
import { isInChile } from './outline/is-in-chile.ts';
import { loadOutline, type Outline } from './outline/load-outline.ts';

const NEWS_MS = 3000;
const CHOSEN = '✅ Punto de entrega marcado correctamente';
const ABROAD = 'Ese punto está fuera de Chile. Solo enviamos dentro del país.';

export type ChoiceNews = { tone: 'success' | 'error'; text: string };

/** Takes a point in Chile and says so for a moment; says why it does not take another. */
export function useChoice(onChoose: (point: Coordinates) => void) {
  const [news, setNews] = useState<ChoiceNews | null>(null);
  const outline = useRef<Outline | null>(null);

  useEffect(() => {
    void loadOutline().then((loaded) => {
      outline.current = loaded;
    });
  }, []);

  useEffect(() => {
    if (news?.tone !== 'success') return;
    const timer = setTimeout(() => setNews(null), NEWS_MS);
    return () => clearTimeout(timer);
  }, [news]);

  const choose = ({ lat, lng }: Coordinates) => {
    const point = { lat: roundDegrees(lat), lng: roundDegrees(lng) };
    if (!isInChile(point, outline.current)) {
      setNews({ tone: 'error', text: ABROAD });
      return;
    }
    onChoose(point);
    setNews({ tone: 'success', text: CHOSEN });
  };

  return { news, choose, fail: (text: string) => setNews({ tone: 'error', text }) };
}

/** What is kept is what is shown. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
