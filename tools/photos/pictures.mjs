// Which render becomes which file.

/** The hero's photos: widths in pixels with the quality of each encoding (0: not needed). */
export const photos = {
  folder: 'web/features/home/photos',
  names: ['denim', 'table', 'desk', 'tote', 'packing'],
  /** It comes with the page itself, which has to fit two flights of packets (43.8 kB). */
  carried: { name: 'tote', width: 640, avif: 36, effort: 9 },
  widths: [
    { width: 480, avif: 54, webp: 0 },
    { width: 640, avif: 46, webp: 72 },
    { width: 960, avif: 45, webp: 0 },
  ],
};

const home = 'web/features/home/art';
const guide = 'web/features/home/guide';
const ui = 'web/ui/art';

/** Badges and still lifes, most on a transparent background, twice as wide as displayed. */
export const cutOuts = [
  { scene: 'pin-copihue', file: `${home}/copihue`, width: 240, height: 240 },
  { scene: 'pin-brush', file: `${home}/brush`, width: 240, height: 240 },
  { scene: 'pin-hourglass', file: `${home}/hourglass`, width: 240, height: 240 },
  { scene: 'pin-van', file: `${home}/van`, width: 240, height: 240 },
  { scene: 'closeup', file: `${guide}/closeup`, width: 960, height: 720 },
  { scene: 'pin-back', file: `${guide}/back`, width: 360, height: 360, isFaded: true },
  { scene: 'pin-cat', file: `${guide}/cat`, width: 360, height: 360 },
  { scene: 'pin-coin', file: `${guide}/coin`, width: 240, height: 240 },
  { scene: 'pin-blank', file: `${ui}/blank`, width: 224, height: 224 },
  { scene: 'pin-drawing', file: `${ui}/house`, width: 224, height: 224 },
  { scene: 'pin-percent', file: `${ui}/percent`, width: 224, height: 224 },
  { scene: 'still-envelope', file: `${ui}/envelope`, width: 352, height: 264 },
  { scene: 'still-cards', file: `${ui}/cards`, width: 352, height: 264 },
];

export const share = { scene: 'table', file: 'web/public/share.jpg', width: 1200, height: 630 };
