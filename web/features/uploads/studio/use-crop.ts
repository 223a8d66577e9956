import { useEffect, useEffectEvent, useState } from 'react';
import type { Crop } from '#domain/pins/crops.ts';
import { cropOf, type Picture } from '../picture.ts';

/** How long a crop stands still before it is kept, in milliseconds. */
const REST_MS = 250;

/** Makes a crop of the one before: a finger moves further before its last move is drawn. */
export type CropStep = (crop: Crop) => Crop;

/**
 * Returns a picture's crop and what changes it. Not every step of a drag is written down: a crop is
 * kept when it rests, and when its picture goes.
 * @param keep writes it down; null: the start
 */
export function useCrop(picture: Picture, keep: (id: string, crop: Crop | null) => void) {
  const { id } = picture;
  const [moved, setMoved] = useState<{ id: string; crop: Crop } | null>(null);
  const settle = useEffectEvent((of: string) => {
    if (moved?.id === of) keep(of, moved.crop);
  });
  useEffect(() => {
    if (!moved) return;
    const timer = setTimeout(() => {
      settle(moved.id);
      setMoved((last) => (last === moved ? null : last));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [moved]);
  useEffect(() => () => settle(id), [id]);
  const cropAfter = (last: typeof moved) => (last?.id === id ? last.crop : cropOf(picture));
  return {
    crop: cropAfter(moved),
    change: (step: CropStep) => setMoved((last) => ({ id, crop: step(cropAfter(last)) })),
    reset() {
      setMoved(null);
      keep(id, null);
    },
  };
}
