import type { Crop } from '#domain/pins/crops.ts';

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Returns the picture's size relative to the pin, such as `150 %`. */
export function describeSize({ diameter }: Crop): string {
  return percent(1 / diameter);
}

/** Returns the picture's rotation, such as `-15°`. */
export function describeTurn({ rotation }: Crop): string {
  return `${rotation}°`;
}

/** Returns which point of the picture is in the pin's centre. */
export function describeCentre({ x, y }: Crop): string {
  return `${percent(x)} del ancho y ${percent(y)} del alto`;
}

/** Returns position, size and rotation as a sentence, for screen readers. */
export function describeCrop(crop: Crop): string {
  const turn = crop.rotation === 0 ? 'sin girar' : `girada ${crop.rotation} grados`;
  return `Al centro del pin queda el punto a ${describeCentre(crop)} de la imagen. Tamaño ${describeSize(crop)}, ${turn}.`;
}
