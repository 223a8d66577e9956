import blankAvif from './art/blank.avif';
import blankWebp from './art/blank.webp';
import cardsAvif from './art/cards.avif';
import cardsWebp from './art/cards.webp';
import envelopeAvif from './art/envelope.avif';
import envelopeWebp from './art/envelope.webp';
import houseAvif from './art/house.avif';
import houseWebp from './art/house.webp';
import percentAvif from './art/percent.avif';
import percentWebp from './art/percent.webp';

const art = (avif: string, webp: string, width: number, height: number) => ({
  source: { avif: { [width * 2]: avif }, webp },
  width,
  height,
});

/** Small pictures on a transparent background, in displayed pixels; files are twice as large. */
export const emptyArt = {
  blank: art(blankAvif, blankWebp, 112, 112),
  house: art(houseAvif, houseWebp, 112, 112),
  percent: art(percentAvif, percentWebp, 112, 112),
  envelope: art(envelopeAvif, envelopeWebp, 176, 132),
  cards: art(cardsAvif, cardsWebp, 176, 132),
};

export type EmptyArt = keyof typeof emptyArt;
