/** The error for a day by which an order cannot be needed. */
export const NOT_AHEAD = 'Elige un día que no haya pasado';
