import { formatDateTime } from '#domain/dates.ts';
import type { SecondFactorChange } from '#server/features/mail/enqueue-mail.ts';
import type { Block, Letter } from '#server/features/mail/letter.ts';

export function verifyEmailLetter(url: string, shopName: string): Letter {
  return {
    subject: `Verifica tu correo en ${shopName}`,
    preview: 'Un clic y tu cuenta queda lista.',
    title: 'Verifica tu correo',
    blocks: [
      {
        kind: 'paragraph',
        text: `Gracias por crear tu cuenta en ${shopName}. Confirma que este correo es tuyo y verás todos tus pedidos en tu cuenta.`,
      },
      { kind: 'button', label: 'Verificar mi correo', url },
      {
        kind: 'note',
        text: 'El enlace vence en 24 horas. Si ya no sirve, inicia sesión y pide otro con «Verificar».',
      },
    ],
    reason:
      'Recibes este correo porque alguien creó una cuenta con tu dirección. Si no fuiste tú, ignóralo: sin este paso esa cuenta no puede ver nada tuyo.',
  };
}

export function resetPasswordLetter(url: string, shopName: string): Letter {
  return {
    subject: `Cambia tu contraseña de ${shopName}`,
    preview: 'Elige una contraseña nueva para tu cuenta.',
    title: 'Cambia tu contraseña',
    blocks: [
      {
        kind: 'paragraph',
        text: `Pediste cambiar la contraseña de tu cuenta en ${shopName}. Elige una nueva aquí:`,
      },
      { kind: 'button', label: 'Elegir contraseña nueva', url },
      {
        kind: 'note',
        text: 'El enlace sirve una sola vez y vence en una hora. Al usarlo se cerrarán tus sesiones abiertas en otros equipos.',
      },
    ],
    reason:
      'Recibes este correo porque alguien pidió cambiar la contraseña de tu cuenta. Si no fuiste tú, ignóralo: tu contraseña sigue siendo la misma.',
  };
}

type SignInMethod = 'password' | 'google';

export type Notice = {
  /** When it happened; milliseconds since 1970. */
  at: number;
  /** URL of the form that requests a new password. */
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

function timeText(at: number): string {
  return `${formatDateTime(at)} (hora de Chile)`;
}

function ifNotYou(recoverUrl: string): Block[] {
  return [
    {
      kind: 'note',
      text: '¿No fuiste tú? Pide ahora un enlace para elegir una contraseña nueva: al usarlo se cierran todas las sesiones de tu cuenta. Revisa también que nadie más entre a tu correo.',
    },
    { kind: 'button', label: 'Recuperar mi cuenta', url: recoverUrl },
  ];
}

const texts: Record<SecondFactorChange, { title: string; text: string }> = {
  added: {
    title: 'Activaste la verificación en dos pasos',
    text: 'Desde ahora tu cuenta de administración pide, además de la contraseña o de Google, un código de tu aplicación.',
  },
  removed: {
    title: 'Se quitó la verificación en dos pasos',
    text: 'Tu cuenta de administración ya no pide un código de tu aplicación.',
  },
  codes_renewed: {
    title: 'Hay códigos de recuperación nuevos',
    text: 'Los códigos de recuperación anteriores de tu cuenta ya no sirven.',
  },
  code_used: {
    title: 'Se usó un código de recuperación',
    text: 'Alguien entró a tu cuenta de administración con uno de tus códigos de recuperación. Ese código ya no sirve.',
  },
};

export function secondFactorLetter({
  at,
  change,
  recoverUrl,
  shopName,
}: Notice & { change: SecondFactorChange }): Letter {
  const { title, text } = texts[change];
  return {
    subject: `${title} en ${shopName}`,
    preview: text,
    title,
    blocks: [
      { kind: 'paragraph', text: `${text} Si fuiste tú, no tienes que hacer nada.` },
      { kind: 'facts', title: 'Qué pasó', facts: [{ label: 'Fecha', value: timeText(at) }] },
      ...ifNotYou(recoverUrl),
    ],
    reason: `Recibes este correo porque administras ${shopName} con esta dirección.`,
  };
}
