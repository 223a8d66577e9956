import { useState } from 'react';
import { session } from '#web/features/people/current-session.ts';
import { RenewDialog } from '#web/features/people/header/RenewDialog.tsx';
import { isMendedBySignIn } from '#web/identity/describe-error.ts';
import { toIdentityError } from '#web/identity/errors.ts';
import type { IdentityErrorCode } from '#web/identity/messages.ts';
import { identityMessages } from '#web/identity/messages.ts';
import { tokenLifetime } from '#web/identity/token-cache.ts';
import { logFailure } from '#web/lib/log.ts';
import { VERIFIED_PATH } from '#web/lib/overlays.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './TestPanel.module.css';

type Finding = { tone: 'success' | 'error'; text: string };

async function fetchToken(): Promise<string> {
  const token = await session.idToken({ fresh: true });
  const minutes = Math.round(tokenLifetime(token) / 60_000);
  return `Token recibido: ${token.length} caracteres, dura ${minutes} minutos.`;
}

async function reloadUser(): Promise<string> {
  const user = await session.reload();
  if (!user) return identityMessages['no-user'];
  const verified = user.emailVerified ? 'verificado' : 'sin verificar';
  return `Usuario recargado: ${user.email} (${verified}), entra con ${user.providers.join(', ')}.`;
}

async function sendVerification(): Promise<string> {
  await session.sendVerification(location.origin + VERIFIED_PATH);
  return `Correo de verificación enviado, con retorno a ${location.origin}${VERIFIED_PATH}.`;
}

const tests = [
  { name: 'token', label: 'Obtener token', run: fetchToken },
  { name: 'reload', label: 'Recargar usuario', run: reloadUser },
  { name: 'mail', label: 'Enviar correo de verificación', run: sendVerification },
] as const;

export function TestPanel() {
  const [busy, setBusy] = useState<string | null>(null);
  const [finding, setFinding] = useState<Finding | null>(null);
  const [mendable, setMendable] = useState<string | null>(null);

  const run = async (name: string, work: () => Promise<string>) => {
    setBusy(name);
    setFinding(null);
    try {
      setFinding({ tone: 'success', text: await work() });
    } catch (error) {
      logFailure('authentication test', error);
      const { code } = toIdentityError(error);
      const byState = ['no-user', 'already-verified', 'google-user'].includes(code);
      const text = byState ? identityMessages[code] : diagnose(error);
      setFinding({ tone: 'error', text });
      if (isMendedBySignIn(error)) setMendable(text);
    } finally {
      setBusy(null);
    }
  };

  return (
    <div className={styles.panel}>
      <h2 className={styles.title}>Pruebas de autenticación</h2>
      <p>
        Comprueba que el proveedor de cuentas responde. El token nunca se muestra. El correo de
        verificación se envía solo a una cuenta sin verificar, con retorno a {VERIFIED_PATH}.
      </p>
      <div className="row">
        {tests.map(({ name, label, run: work }) => (
          <Button
            key={name}
            variant="secondary"
            busy={busy === name}
            disabled={busy !== null}
            onClick={() => void run(name, work)}
          >
            {label}
          </Button>
        ))}
      </div>
      <div role="status">
        {finding && (
          <Notice tone={finding.tone} role="presentation">
            {finding.text}
          </Notice>
        )}
      </div>
      {mendable && <RenewDialog problem={mendable} onClose={() => setMendable(null)} />}
    </div>
  );
}

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

/** Returns an explanation of an identity provider's error for admins. */
function diagnose(error: unknown): string {
  const { code } = toIdentityError(error);
  return (
    diagnoses[code] ??
    `Error sin diagnóstico conocido (${code}). Mira el registro del servidor a esta hora.`
  );
}
