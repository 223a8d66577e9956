/** A crop in uploads and in items; null in all five where there is none. */
export type CropColumns = {
  /** Fractions of the upright picture's width and height. */
  crop_x: number | null;
  crop_y: number | null;
  /** As a fraction of the shorter side. */
  crop_diameter: number | null;
  /** Degrees clockwise. */
  crop_rotation: number | null;
  /** `#rrggbb`; null with a crop: white. */
  crop_background: string | null;
};
