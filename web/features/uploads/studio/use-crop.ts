import { useEffect, useEffectEvent, useState } from 'react';
import type { Crop } from '#domain/crops.ts';
import { cropOf, type Picture } from '../picture.ts';

/** How long a crop stands still before it is kept, in milliseconds. */
const REST_MS = 250;

/**
 * Returns a picture's crop and what changes it. Not every step of a drag is written down: a crop is
 * kept when it rests, and when its picture goes.
 * @param keep writes it down; null: the start
 */
export function useCrop(picture: Picture, keep: (id: string, crop: Crop | null) => void) {
  const { id } = picture;
  const [moved, setMoved] = useState<{ id: string; crop: Crop } | null>(null);
  const settle = useEffectEvent(() => {
    if (moved) keep(moved.id, moved.crop);
  });
  useEffect(() => {
    if (!moved) return;
    const timer = setTimeout(() => {
      settle();
      setMoved(null);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [moved]);
  useEffect(() => () => settle(), []);
  return {
    crop: moved?.id === id ? moved.crop : cropOf(picture),
    change: (crop: Crop) => setMoved({ id, crop }),
    reset() {
      setMoved(null);
      keep(id, null);
    },
  };
}
