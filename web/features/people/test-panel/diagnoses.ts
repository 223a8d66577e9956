import { type IdentityErrorCode, toIdentityError } from '#web/identity/errors.ts';

const diagnoses: Partial<Record<IdentityErrorCode, string>> = {
  'too-many-requests':
    'Demasiados intentos seguidos. Espera 5-10 minutos antes de probar de nuevo.',
  'user-token-expired': 'La sesión expiró. Inicia sesión de nuevo y repite la prueba.',
  'network-request-failed':
    'No hubo respuesta del proveedor de cuentas. Revisa la conexión a internet y que el servidor esté funcionando.',
  'quota-exceeded':
    'Se alcanzó el límite diario de correos. Se renueva en unas 24 horas; mientras tanto no saldrán más.',
  'unauthorized-domain':
    'El proveedor no acepta enlaces de retorno a esta dirección. Revisa PUBLIC_URL y los dominios autorizados.',
  'invalid-email': 'El email de la cuenta no tiene un formato válido. Corrígelo antes de enviar.',
};

/** @returns what an admin should make of a failure of the identity provider */
export function diagnose(error: unknown): string {
  const { code } = toIdentityError(error);
  return (
    diagnoses[code] ??
    `Error sin diagnóstico conocido (${code}). Mira el registro del servidor a esta hora.`
  );
}
