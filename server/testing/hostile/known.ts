/** What an attacker knows of a shop: values that mean something there. */
export type Known = {
  /** By the name of a parameter or of a field. */
  values: Record<string, string[]>;
  /** Bodies that a call accepts, by the call, such as `POST /api/orders`. */
  bodies: Record<string, unknown>;
};
