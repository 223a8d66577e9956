import type { PhotoSource } from '#web/ui/Photo.tsx';
import brushAvif from './art/brush.avif';
import brushWebp from './art/brush.webp';
import copihueAvif from './art/copihue.avif';
import copihueWebp from './art/copihue.webp';
import hourglassAvif from './art/hourglass.avif';
import hourglassWebp from './art/hourglass.webp';
import vanAvif from './art/van.avif';
import vanWebp from './art/van.webp';

const cutOut = (avif: string, webp: string): PhotoSource => ({
  avif: { 240: avif },
  webp: { 240: webp },
});

/** Badges cut out on transparent ground, 240 pixels square. */
export const sticker = cutOut(copihueAvif, copihueWebp);
export const brush = cutOut(brushAvif, brushWebp);
export const hourglass = cutOut(hourglassAvif, hourglassWebp);
export const van = cutOut(vanAvif, vanWebp);
