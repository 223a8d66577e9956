import { useEffect, useEffectEvent, useState } from 'react';
import type { Crop } from '#domain/pins/crops.ts';
import { cropOf, type Picture } from '../picture.ts';

/** How long a crop is unchanged before it is saved, in milliseconds. */
const REST_MS = 250;

/** Computes a crop from the previous one, which may not be rendered yet. */
export type CropStep = (crop: Crop) => Crop;

/**
 * Returns a picture's crop and a function to change it. A drag is not saved at every step, but when
 * it pauses and when its picture is left.
 * @param keep saves the crop; null: the start crop
 */
export function useCrop(picture: Picture, keep: (id: string, crop: Crop | null) => void) {
  const { id, look } = picture;
  const [moved, setMoved] = useState<(Pick<Picture, 'id' | 'look'> & { crop: Crop }) | null>(null);
  // A crop of what this browser read does not fit when the shop reads another picture.
  const fits = (made: typeof moved) => made?.id === id && made.look === look;
  const settle = useEffectEvent((of: string) => {
    if (moved?.id === of && (of !== id || fits(moved))) keep(of, moved.crop);
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
  const cropAfter = (last: typeof moved) => (last && fits(last) ? last.crop : cropOf(picture));
  return {
    crop: cropAfter(moved),
    change: (step: CropStep) => setMoved((last) => ({ id, look, crop: step(cropAfter(last)) })),
    reset() {
      setMoved(null);
      keep(id, null);
    },
  };
}
