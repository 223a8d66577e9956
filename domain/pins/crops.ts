import type { PressedPin } from './pin.ts';

/** The part of a picture that is printed on a pin, relative to the upright picture. */
export type Crop = {
  /** Centre of the circle, as fractions (0 to 1) of the picture's width and height. */
  x: number;
  y: number;
  /** Diameter of the circle that is cut, as a fraction of the picture's shorter side. */
  diameter: number;
  /** Rotation of the picture about the circle's centre, in degrees clockwise. */
  rotation: number;
  /** `#rrggbb` for the parts outside the picture or transparent; null is the paper's white. */
  background: string | null;
};

/** Minimum and maximum of a crop's numbers; the circle may leave the picture. */
export const CROP_LIMITS = {
  x: [0, 1],
  y: [0, 1],
  diameter: [0.05, 12],
  rotation: [-180, 180],
} as const;

export type CropNumber = keyof typeof CROP_LIMITS;

/** The largest circle in the middle of a picture. */
export const MIDDLE_CROP: Crop = { x: 0.5, y: 0.5, diameter: 1, rotation: 0, background: null };

/** Returns true if two crops show the same part of a picture on the same background. */
export function areSameCrops(one: Crop, other: Crop): boolean {
  const names = ['x', 'y', 'diameter', 'rotation', 'background'] as const;
  return names.every((name) => one[name] === other[name]);
}

/** Returns true if a value is within the limits of a crop's number. */
export function isCropNumber(name: CropNumber, value: number): boolean {
  const [min, max] = CROP_LIMITS[name];
  return value >= min && value <= max;
}

/** Returns true if a text is a colour of the form `#rrggbb`. */
export function isColour(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text);
}

/** Returns the crop with its numbers clamped to their limits. */
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

/** Returns the crop of the pin's visible front; it may be smaller than the limit. */
export function frontOf(crop: Crop, { press }: PressedPin): Crop {
  return { ...crop, diameter: crop.diameter * (press.faceMm / press.cutMm) };
}

export type Size = { width: number; height: number };
export type Box = Size & { left: number; top: number };

/**
 * Returns the position of a picture in the square around a crop's circle, before it is rotated
 * clockwise about the square's middle by `crop.rotation`. In the unit of `side`, from the upper
 * left.
 * @param picture size of the upright picture or of a smaller copy: only its proportions matter
 */
export function placeUnturned(crop: Crop, picture: Size, side: number): Box {
  const scale = scaleOf(crop, picture, side);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { left: side / 2 - crop.x * width, top: side / 2 - crop.y * height, width, height };
}

/**
 * An affine transformation: a point moves to (a·x + c·y + e, b·x + d·y + f), with y downwards, like
 * the matrices of canvas, CSS and PDF.
 */
export type Matrix = { a: number; b: number; c: number; d: number; e: number; f: number };

/**
 * Returns the matrix from a picture's points to the square around a crop's circle.
 * @param picture size of the upright picture, or of the copy that is drawn, in pixels
 * @param side of the square, in pixels or any other unit
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
