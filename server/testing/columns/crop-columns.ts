/** Those of uploads and items. */
export const cropColumns = {
  crop_x: 'number or null',
  crop_y: 'number or null',
  crop_diameter: 'number or null',
  crop_rotation: 'number or null',
  crop_background: 'text or null',
} as const;
