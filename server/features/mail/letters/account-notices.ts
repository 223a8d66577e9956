import { formatDateTime } from '#domain/dates.ts';
import type { Block, Letter } from '../letter.ts';

export type SignInMethod = 'password' | 'google';

export type Notice = {
  /** When it happened; milliseconds since 1970. */
  at: number;
  /** Opens the request for a new password. */
  recoverUrl: string;
  shopName: string;
};

const methodNames: Record<SignInMethod, string> = {
  password: 'Contraseña',
  google: 'Google',
};

export function passwordChangedLetter({ at, recoverUrl, shopName }: Notice): Letter {
  return {
    subject: `Tu contraseña de ${shopName} cambió`,
    preview: 'Si fuiste tú, no tienes que hacer nada.',
    title: 'Tu contraseña cambió',
    blocks: [
      {
        kind: 'paragraph',
        text: `La contraseña de tu cuenta en ${shopName} se cambió y las sesiones abiertas en otros equipos se cerraron. Si fuiste tú, no tienes que hacer nada.`,
      },
      { kind: 'facts', title: 'Qué cambió', facts: [{ label: 'Fecha', value: timeText(at) }] },
      ...ifNotYou(recoverUrl),
    ],
    reason: `Recibes este correo porque tienes una cuenta en ${shopName} con esta dirección.`,
  };
}

export function signInMethodAddedLetter({
  at,
  method,
  recoverUrl,
  shopName,
}: Notice & { method: SignInMethod }): Letter {
  return {
    subject: `Nueva forma de entrar a tu cuenta de ${shopName}`,
    preview: `Ahora también puedes entrar con: ${methodNames[method]}.`,
    title: 'Nueva forma de entrar a tu cuenta',
    blocks: [
      {
        kind: 'paragraph',
        text: `Tu cuenta en ${shopName} tiene una nueva forma de iniciar sesión. Si fuiste tú, no tienes que hacer nada.`,
      },
      {
        kind: 'facts',
        title: 'Qué cambió',
        facts: [
          { label: 'Se agregó', value: methodNames[method] },
          { label: 'Fecha', value: timeText(at) },
        ],
      },
      ...ifNotYou(recoverUrl),
    ],
    reason: `Recibes este correo porque tienes una cuenta en ${shopName} con esta dirección.`,
  };
}

export function timeText(at: number): string {
  return `${formatDateTime(at)} (hora de Chile)`;
}

export function ifNotYou(recoverUrl: string): Block[] {
  return [
    {
      kind: 'note',
      text: '¿No fuiste tú? Pide ahora un enlace para elegir una contraseña nueva: al usarlo se cierran todas las sesiones de tu cuenta. Revisa también que nadie más entre a tu correo.',
    },
    { kind: 'button', label: 'Recuperar mi cuenta', url: recoverUrl },
  ];
}
