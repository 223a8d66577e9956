/** Replaces an erased person's name; what was ordered and paid stays on record. */
export const ERASED_NAME = 'Persona eliminada';
