import type { Crop } from '#domain/pins/crops.ts';
import type { CropColumns } from '#server/db/types.ts';

export function toCropColumns(crop: Crop | null): CropColumns {
  return {
    crop_x: crop?.x ?? null,
    crop_y: crop?.y ?? null,
    crop_diameter: crop?.diameter ?? null,
    crop_rotation: crop?.rotation ?? null,
    crop_background: crop?.background ?? null,
  };
}

export function readCropColumns(row: CropColumns): Crop | null {
  const { crop_x: x, crop_y: y, crop_diameter: diameter, crop_rotation: rotation } = row;
  if (x === null || y === null || diameter === null || rotation === null) return null;
  return { x, y, diameter, rotation, background: row.crop_background };
}
