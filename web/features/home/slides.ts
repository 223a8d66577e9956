import type { PhotoSource } from '#web/ui/Photo.tsx';

/** Every photo is a landscape of 4 to 3. */
export const SLIDE_SIZE = { width: 960, height: 720 };

const files: Record<string, string> = import.meta.glob('./photos/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

function photo(name: string): PhotoSource {
  const source: { avif: Record<number, string>; webp: Record<number, string> } = {
    avif: {},
    webp: {},
  };
  for (const [path, address] of Object.entries(files)) {
    const [, file, width, encoding] = path.match(/(\w+)-(\d+)\.(avif|webp)$/) ?? [];
    if (file === name) source[encoding === 'avif' ? 'avif' : 'webp'][Number(width)] = address;
  }
  return source;
}

export type Slide = { name: string; source: PhotoSource; alt: string };

const slide = (name: string, alt: string): Slide => ({ name, source: photo(name), alt });

export const slides: readonly Slide[] = [
  // The first is on the way of the first look: of five good ones the lightest to load.
  slide('tote', 'Cinco pines en una bolsa de tela: agua, un perro, flores, una palta y un sol'),
  slide('table', 'Una mesa llena de pines de todos los colores, vistos desde arriba'),
  slide('desk', 'Pines junto a una libreta, un lápiz y una taza de café: caben en la palma'),
  slide(
    'denim',
    'Cinco pines en una chaqueta de mezclilla: un gato negro, la cordillera, un corazón de píxeles, uno de Ñuble y el de una banda',
  ),
  slide('packing', 'Pines montados en tarjetas, junto a un sobre atado con cordel rojo'),
];
