import type { Crop } from '#domain/pins/crops.ts';
import type { CropColumns } from '#server/db/types.ts';

const NO_CROP: CropColumns = {
  crop_x: null,
  crop_y: null,
  crop_diameter: null,
  crop_rotation: null,
  crop_background: null,
};

export function toCropColumns(crop: Crop | null): CropColumns {
  if (crop === null) return NO_CROP;
  return {
    crop_x: crop.x,
    crop_y: crop.y,
    crop_diameter: crop.diameter,
    crop_rotation: crop.rotation,
    crop_background: crop.background,
  };
}

export function readCropColumns(row: CropColumns): Crop | null {
  const { crop_x: x, crop_y: y, crop_diameter: diameter, crop_rotation: rotation } = row;
  if (x === null || y === null || diameter === null || rotation === null) return null;
  return { x, y, diameter, rotation, background: row.crop_background };
}
