/**
 * The circles of a pin press, in millimetres about one centre: what is seen from the front, what is
 * cut out of the paper (the rest folds around the edge), and where faces and letters are safe from
 * a hand's small errors. They differ by machine. King Badge names 57.15 seen, 66.7 cut and 50.8
 * live for a 2 1/4 inch button; common 58 mm presses cut 63 to 70.
 */
export type Press = {
  readonly faceMm: number;
  readonly cutMm: number;
  readonly safeMm: number;
};

/** A common 58 mm press. */
export const DEFAULT_PRESS: Press = { faceMm: 58, cutMm: 70, safeMm: 51 };

/** Diameters that a circle may have. */
export const PRESS_MM = { least: 1, most: 300 } as const;
