import { describe, expect, it } from 'vitest';
import { LostAnswer, toApiError } from '#web/lib/api.ts';
import { describeAdminError, describeFailure, NotSignedIn, wantsSignIn } from './Failure.tsx';

const answered = (status: number, body?: unknown) => toApiError(status, body, null);
const says = (code: string, message: string) => ({ success: false, code, message });

describe('what an admin reads of a failed call', () => {
  it.each([
    ['no answer', new LostAnswer('fetch failed'), 'Error de conexion con el servidor'],
    [
      '401',
      answered(401, says('unauthenticated', 'x')),
      'No autorizado. Por favor, inicia sesion de nuevo.',
    ],
    ['403', answered(403, says('forbidden', 'x')), 'No tienes permisos para realizar esta accion'],
    ['404', answered(404, says('not_found', 'x')), 'Recurso no encontrado'],
    ['404 that is no JSON', new LostAnswer('', null, 404), 'Recurso no encontrado'],
    ['500', answered(500, says('internal_error', 'x')), 'Error interno del servidor'],
    ['another with a message', answered(409, says('discount_exists', 'Ya existe')), 'Ya existe'],
    [
      'wrong fields',
      answered(400, { ...says('validation_failed', 'Revisa'), fields: { paidAt: 'Es futura' } }),
      'Revisa. Es futura',
    ],
    ['another without one', answered(418, {}), 'HTTP error! status: 418'],
    ['502 of a proxy', new LostAnswer('', null, 502), 'HTTP error! status: 502'],
    [
      'a success that is no answer',
      new LostAnswer('', null, 200),
      'Error desconocido en el servicio admin',
    ],
    ['something unheard of', 'oh', 'Error desconocido en el servicio admin'],
  ])('%s', (_, error, text) => {
    expect(describeAdminError(error)).toBe(text);
  });

  it('puts what failed before it', () => {
    expect(describeFailure('Error creando codigo', answered(500))).toBe(
      'Error creando codigo: Error interno del servidor',
    );
  });

  it('says by itself that the user has to sign in', () => {
    const error = new NotSignedIn('act');
    expect(describeFailure('Error creando codigo', error)).toBe(
      'Debes estar autenticado para realizar esta accion',
    );
    expect(new NotSignedIn('see').message).toBe(
      'Debes estar autenticado para acceder a esta seccion',
    );
    expect([error, answered(401), answered(403)].map(wantsSignIn)).toEqual([true, true, false]);
  });
});
