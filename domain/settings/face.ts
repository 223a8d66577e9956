import { isReadableColour } from './face-tones.ts';
import { type Group, joinParts } from './group.ts';
import { instagramName } from './instagram.ts';

/** How the shop looks, and where it is found besides the seller's contact; empty: as built. */
export type Face = { logo: string; colour: string; instagram: string; hours: string };

export const face: Group<Face> = {
  label: 'Imagen',
  about: 'La cara de tu tienda; lo vacío queda como siempre',
  usual: { logo: '', colour: '', instagram: '', hours: '' },
  fields: {
    logo: {
      kind: 'logo',
      isWide: true,
      label: 'logo',
      hint: 'SVG o PNG, hasta 200 kB; mejor con fondo transparente',
    },
    colour: {
      kind: 'colour',
      label: 'color',
      hint: 'El de los botones; de él salen los tonos de la portada y del modo oscuro',
    },
    instagram: {
      kind: 'line',
      label: 'Instagram',
      hint: 'Por ejemplo, @tutienda',
      max: 100,
      format: {
        fits: (text) => instagramName(text) !== null,
        error: 'Escribe el nombre de la cuenta, como @tutienda',
      },
    },
    hours: {
      kind: 'long',
      label: 'horario de atención',
      hint: 'Por ejemplo, Lunes a viernes, de 10 a 18 h',
      max: 200,
      isWide: true,
    },
  },
  rules: [
    {
      at: 'colour',
      fits: ({ colour }) => colour === '' || isReadableColour(colour),
      error:
        'Sobre este color no se lee bien ningún texto, ni claro ni oscuro: elige uno más claro o más oscuro',
    },
  ],
  summarize: ({ logo, colour, instagram, hours }) =>
    joinParts([logo !== '' && 'logo propio', colour, instagram, hours]) || 'Como siempre',
};
