import { DEFAULT_PRESS, formatMm, PRESS_MM, type Press } from '#domain/pins/pin.ts';
import { PAPER_NAMES, type Paper, paperLabels } from '#domain/production/paper.ts';
import { GAP_MM, MARGIN_MM } from '#domain/production/sheets.ts';
import type { Group, Rule } from './group.ts';

/** The press, and the default paper and gaps of the workshop; in millimetres. */
type PressSettings = Press & { paper: Paper; marginMm: number; gapMm: number };

/** Returns the rules of a press's circles, which have these names. */
export function nestedCircles<Name extends string>(face: Name, cut: Name, safe: Name) {
  const rules: Rule<Readonly<Record<Name, number>>>[] = [
    { at: face, fits: (mm) => mm[face] < mm[cut], error: 'La cara debe ser menor que el corte' },
    {
      at: safe,
      fits: (mm) => mm[safe] < mm[face],
      error: 'La zona segura debe ser menor que la cara',
    },
  ];
  return rules;
}

const circle = { kind: 'mm', ...PRESS_MM } as const;

export const press: Group<PressSettings> = {
  label: 'Prensa e impresión',
  about: 'Las medidas de tu prensa y de las hojas que imprimes; cada pedido guarda las de su día',
  usual: { ...DEFAULT_PRESS, paper: 'a4', marginMm: MARGIN_MM.usual, gapMm: GAP_MM.usual },
  fields: {
    faceMm: { ...circle, label: 'cara, en mm' },
    cutMm: { ...circle, label: 'corte, en mm' },
    safeMm: { ...circle, label: 'zona segura, en mm' },
    paper: {
      kind: 'choice',
      label: 'papel',
      options: PAPER_NAMES.map((paper) => [paper, paperLabels[paper]] as const),
      error: 'Este papel no existe',
    },
    marginMm: { kind: 'mm', label: 'margen, en mm', min: MARGIN_MM.min, max: MARGIN_MM.max },
    gapMm: { kind: 'mm', label: 'separación, en mm', min: GAP_MM.min, max: GAP_MM.max },
  },
  rules: nestedCircles('faceMm', 'cutMm', 'safeMm'),
  summarize: ({ faceMm, cutMm, paper }) =>
    `Cara de ${formatMm(faceMm)}, corte de ${formatMm(cutMm)}, papel ${paperLabels[paper]}`,
};
