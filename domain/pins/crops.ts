import type { PressedPin } from './pin.ts';

/** Which part of a picture a pin is pressed from, relative to the upright picture. */
export type Crop = {
  /** Centre of the circle, as fractions (0 to 1) of the picture's width and height. */
  x: number;
  y: number;
  /** Of the circle that is cut, as a fraction of the picture's shorter side. */
  diameter: number;
  /** How far the picture is turned about the circle's centre, in degrees clockwise. */
  rotation: number;
  /** `#rrggbb` where the picture is not, or is transparent; null is the paper's white. */
  background: string | null;
};

/** Least and most of a crop's numbers; the circle may leave the picture. */
export const CROP_LIMITS = {
  x: [0, 1],
  y: [0, 1],
  diameter: [0.05, 12],
  rotation: [-180, 180],
} as const;

export type CropNumber = keyof typeof CROP_LIMITS;

/** The largest circle in the middle of a picture. */
export const MIDDLE_CROP: Crop = { x: 0.5, y: 0.5, diameter: 1, rotation: 0, background: null };

/** Tells whether a number is one that a crop may have. */
export function isCropNumber(name: CropNumber, value: number): boolean {
  const [min, max] = CROP_LIMITS[name];
  return value >= min && value <= max;
}

/** Tells whether a text is a colour of the form `#rrggbb`. */
export function isColour(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text);
}

/** Returns the crop with its numbers brought within their limits. */
export function boundCrop(crop: Crop): Crop {
  const bound = (name: CropNumber) =>
    Math.min(Math.max(crop[name], CROP_LIMITS[name][0]), CROP_LIMITS[name][1]);
  return {
    ...crop,
    x: bound('x'),
    y: bound('y'),
    diameter: bound('diameter'),
    rotation: bound('rotation'),
  };
}

/** Returns the crop whose circle is what is seen from the front; it may be smaller than the limit. */
export function frontOf(crop: Crop, { press }: PressedPin): Crop {
  return { ...crop, diameter: crop.diameter * (press.faceMm / press.cutMm) };
}

export type Size = { width: number; height: number };
export type Box = Size & { left: number; top: number };

/**
 * Returns where a picture lies in the square around a crop's circle, before it is turned clockwise
 * about the square's middle by `crop.rotation`. All in the unit of `side`, from its upper left.
 * @param picture the upright picture's size, or a smaller copy's: only its proportions count
 */
export function placeUnturned(crop: Crop, picture: Size, side: number): Box {
  const scale = scaleOf(crop, picture, side);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { left: side / 2 - crop.x * width, top: side / 2 - crop.y * height, width, height };
}

/**
 * An affine map: a point goes to (a·x + c·y + e, b·x + d·y + f), y downwards, as a canvas, the
 * `matrix()` of CSS and PDF have it.
 */
export type Matrix = { a: number; b: number; c: number; d: number; e: number; f: number };

/**
 * Returns what takes a picture's points to those of the square around a crop's circle.
 * @param picture size of the upright picture, or of the copy that is drawn, in pixels
 * @param side of the square, in pixels or whatever else it is drawn in
 */
export function placePicture(crop: Crop, picture: Size, side: number): Matrix {
  const scale = scaleOf(crop, picture, side);
  const turn = (crop.rotation * Math.PI) / 180;
  const [a, b] = [scale * Math.cos(turn), scale * Math.sin(turn)];
  const [x, y] = [crop.x * picture.width, crop.y * picture.height];
  return { a, b, c: -b, d: a, e: side / 2 - (a * x - b * y), f: side / 2 - (b * x + a * y) };
}

function scaleOf({ diameter }: Crop, { width, height }: Size, side: number): number {
  return side / (diameter * Math.min(width, height));
}
