import type { CheckState } from '#domain/health/checks.ts';
import { mailLabel } from '#domain/health/mail-labels.ts';
import type { BadgeTone } from '#web/ui/Badge.tsx';

export const stateLabels: Readonly<Record<CheckState, { text: string; tone: BadgeTone }>> = {
  ok: { text: 'Bien', tone: 'good' },
  warning: { text: 'Atención', tone: 'wait' },
  failed: { text: 'Mal', tone: 'bad' },
};

const jobLabels: ReadonlyMap<string, string> = new Map([
  ['sheet.make', 'Hoja de prensa'],
  ['backup.make', 'Copia de seguridad'],
  ['pictures.remove', 'Borrar imágenes'],
  ['receipt.remove', 'Borrar un comprobante'],
  ['payment.read', 'Leer un pago en línea'],
  ['payment.notice', 'Aviso de un pago en línea'],
  ['alert', 'Aviso a ALERT_URL'],
]);

/** Returns a mail's name, or that of another job. */
export function jobLabel(kind: string): string {
  return jobLabels.get(kind) ?? mailLabel(kind);
}

/** Returns how this browser sees the shop, such as `Este navegador la ve en https://pines.cl`. */
export function describeOrigin(origin: string): string {
  const isSecure = origin.startsWith('https://');
  return `Este navegador la ve en ${origin}, ${isSecure ? 'con' : 'sin'} conexión segura`;
}
