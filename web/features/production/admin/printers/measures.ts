import { problemsOf } from '#contract/base/rules.ts';
import { savePrinter } from '#contract/production/printers.ts';
import {
  CALIBRATION_MM,
  type PaperScale,
  SCALE_LIMITS,
  scaleOfRuler,
} from '#domain/production/paper.ts';
import { readNumber, writeNumber } from '#web/lib/decimals.ts';

/** The measured lengths, as typed. */
export type Measures = { across: string; down: string };

export const UNMEASURED: Measures = { across: '', down: '' };

const [min, max] = SCALE_LIMITS;
const LIMITS = [Math.ceil(CALIBRATION_MM / max), Math.floor(CALIBRATION_MM / min)] as const;
const WRONG = `Debe ser una medida entre ${LIMITS[0]} y ${LIMITS[1]} mm`;

/** Returns the printer's factors, or the error of each measure. */
export function readMeasures({
  across,
  down,
}: Measures):
  | { scale: PaperScale; problems: null }
  | { scale: null; problems: { across?: string; down?: string } } {
  const scale = {
    scaleX: scaleOfRuler(readNumber(across)),
    scaleY: scaleOfRuler(readNumber(down)),
  };
  const { scaleX, scaleY } = problemsOf(savePrinter.body, scale);
  if (!scaleX && !scaleY) return { scale, problems: null };
  return {
    scale: null,
    problems: { ...(scaleX && { across: WRONG }), ...(scaleY && { down: WRONG }) },
  };
}

/** Returns such as `1,0081 a lo ancho, 0,9901 a lo alto`. */
export function describeScale({ scaleX, scaleY }: PaperScale): string {
  return `${writeNumber(scaleX)} a lo ancho, ${writeNumber(scaleY)} a lo alto`;
}
