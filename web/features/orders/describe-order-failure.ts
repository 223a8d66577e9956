import { Refusal } from '#web/lib/api.ts';

const FAILED = 'Error al crear el pedido. Por favor intenta de nuevo.';
/** The shop refused without a message. */
const UNEXPLAINED = 'Error desconocido';

export function describeOrderFailure(error: unknown): string {
  if (error instanceof Error && error.message) return error.message;
  return error instanceof Refusal ? UNEXPLAINED : FAILED;
}
