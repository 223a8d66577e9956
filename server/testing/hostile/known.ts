/** Valid values of a shop that an attacker knows. */
export type Known = {
  /** By the name of a parameter or of a field. */
  values: Record<string, string[]>;
  /** Bodies that a call accepts, by the call, such as `POST /api/orders`. */
  bodies: Record<string, unknown>;
};
