/** Stands where a person's name was: what was ordered and paid stays in the books. */
export const ERASED_NAME = 'Persona eliminada';
