import birthday from './art/birthday.svg';
import cat from './art/cat.svg';
import club from './art/club.svg';
import copihue from './art/copihue.svg';
import mountains from './art/mountains.svg';

export type Slide = { src: string; alt: string };

/** Every picture is square: 640 by 640. */
export const SLIDE_SIZE = 640;

export const slides: readonly Slide[] = [
  { src: mountains, alt: 'Pin con la cordillera nevada al atardecer' },
  { src: cat, alt: 'Pin con el retrato de un gato negro' },
  { src: club, alt: 'Pin con el escudo de un club de barrio' },
  { src: copihue, alt: 'Pin con un copihue rojo sobre fondo azul' },
  { src: birthday, alt: 'Pin de cumpleaños con una torta y una vela' },
];
