import { DEFAULT_PRESS, formatMm, PRESS_MM, type Press } from '#domain/pins/pin.ts';
import { PAPER_NAMES, type Paper, paperLabels } from '#domain/production/paper.ts';
import { GAP_MM, MARGIN_MM } from '#domain/production/sheets.ts';
import { choice, type Group, mm, type Rule } from './group.ts';

/** The press, and the default paper and gaps of the workshop; in millimetres. */
type PressSettings = Press & { paper: Paper; marginMm: number; gapMm: number };

/** Returns the rules of a press's circles, which have these names. */
export function nestedCircles<Name extends string>(face: Name, cut: Name, safe: Name) {
  const rules: Rule<Readonly<Record<Name, number>>>[] = [
    {
      at: face,
      fits: (press) => press[face] < press[cut],
      error: 'La cara debe ser menor que el corte',
    },
    {
      at: safe,
      fits: (press) => press[safe] < press[face],
      error: 'La zona segura debe ser menor que la cara',
    },
  ];
  return rules;
}

export const press: Group<PressSettings> = {
  label: 'Prensa e impresión',
  about: 'Las medidas de tu prensa y de las hojas que imprimes; cada pedido guarda las de su día',
  usual: { ...DEFAULT_PRESS, paper: 'a4', marginMm: MARGIN_MM.usual, gapMm: GAP_MM.usual },
  fields: {
    faceMm: mm('cara, en mm', PRESS_MM),
    cutMm: mm('corte, en mm', PRESS_MM),
    safeMm: mm('zona segura, en mm', PRESS_MM),
    paper: choice('papel', {
      options: PAPER_NAMES.map((paper) => [paper, paperLabels[paper]] as const),
      error: 'Este papel no existe',
    }),
    marginMm: mm('margen, en mm', MARGIN_MM),
    gapMm: mm('separación, en mm', GAP_MM),
  },
  rules: nestedCircles('faceMm', 'cutMm', 'safeMm'),
  summarize: ({ faceMm, cutMm, paper }) =>
    `Cara de ${formatMm(faceMm)}, corte de ${formatMm(cutMm)}, papel ${paperLabels[paper]}`,
};
