import { MAX_PHOTOS } from '#domain/home/face-photos.ts';
import { isReadableColour } from '#domain/home/face-tones.ts';
import { instagramName } from '#domain/home/instagram.ts';
import { colour, type Group, joinParts, line, list, logo, long, once, picture } from './group.ts';

/** A photo of the home page with the text for who does not see it. */
export type FacePhoto = { imageUrl: string; alt: string };

/** How the shop looks, and where it is found besides the seller's contact; empty: as built. */
const usual = { logo: '', photos: [] as FacePhoto[], colour: '', instagram: '', hours: '' };
export type Face = typeof usual;

export const face: Group<Face> = {
  label: 'Imagen',
  about: 'La cara de tu tienda; lo vacío queda como siempre',
  usual,
  fields: {
    logo: logo('logo', { hint: 'SVG o PNG, hasta 200 kB; mejor con fondo transparente' }),
    photos: list('fotos de la portada', {
      hint: 'En el lugar de las primeras de siempre, en este orden; mejor apaisadas, de 4:3 y de 960 px de ancho o más',
      one: 'Foto',
      max: MAX_PHOTOS,
      entry: {
        imageUrl: picture('Foto'),
        alt: line('Qué se ve en la foto', 200, { missing: 'Describe la foto para quien no la ve' }),
      },
      rules: [once('imageUrl', 'Esta foto ya está en la lista')],
    }),
    colour: colour('color', {
      hint: 'El de los botones; de él salen los tonos de la portada y del modo oscuro',
    }),
    instagram: line('Instagram', 100, {
      hint: 'Por ejemplo, @tutienda',
      format: {
        fits: (text) => instagramName(text) !== null,
        error: 'Escribe el nombre de la cuenta, como @tutienda',
      },
    }),
    hours: long('horario de atención', 200, { hint: 'Por ejemplo, Lunes a viernes, de 10 a 18 h' }),
  },
  rules: [
    {
      at: 'colour',
      fits: ({ colour }) => colour === '' || isReadableColour(colour),
      error:
        'Sobre este color no se lee bien ningún texto, ni claro ni oscuro: elige uno más claro o más oscuro',
    },
  ],
  summarize: ({ logo, photos, colour, instagram, hours }) =>
    joinParts([
      logo !== '' && 'logo propio',
      photos.length > 0 && countPhotos(photos),
      colour,
      instagram,
      hours,
    ]) || 'Como siempre',
};

const countPhotos = ({ length }: readonly FacePhoto[]) =>
  length === 1 ? '1 foto' : `${length} fotos`;
