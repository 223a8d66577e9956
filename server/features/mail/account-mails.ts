import { panelHealthUrl } from '#contract/health/health-admin.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import type { Context } from '#server/context.ts';
import type { SecondFactorChange } from './enqueue-mail.ts';
import {
  button,
  type Fact,
  factList,
  type Letter,
  note,
  paragraph,
  type Writers,
  type Written,
} from './letter.ts';
import { healthLetter } from './owner-letters.ts';

export function verifyEmailLetter(url: string, shopName: string): Letter {
  return {
    subject: `Verifica tu correo en ${shopName}`,
    preview: 'Un clic y tu cuenta queda lista.',
    title: 'Verifica tu correo',
    blocks: [
      paragraph(
        `Gracias por crear tu cuenta en ${shopName}. Confirma que este correo es tuyo y verás todos tus pedidos en tu cuenta.`,
      ),
      button('Verificar mi correo', url),
      note(
        'El enlace vence en 24 horas. Si ya no sirve, inicia sesión y pide otro con «Verificar».',
      ),
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
      paragraph(`Pediste cambiar la contraseña de tu cuenta en ${shopName}. Elige una nueva aquí:`),
      button('Elegir contraseña nueva', url),
      note(
        'El enlace sirve una sola vez y vence en una hora. Al usarlo se cerrarán tus sesiones abiertas en otros equipos.',
      ),
    ],
    reason:
      'Recibes este correo porque alguien pidió cambiar la contraseña de tu cuenta. Si no fuiste tú, ignóralo: tu contraseña sigue siendo la misma.',
  };
}

function senderTestLetter(url: string, shopName: string): Letter {
  return {
    subject: `Correo de prueba de ${shopName}`,
    preview: 'Si lo lees, tu tienda puede escribirles a tus clientes.',
    title: 'Tu tienda envía correos',
    blocks: [
      paragraph('Este correo salió de tu tienda y te llegó. Falta confirmarlo:'),
      button('Me llegó', url),
      note('Si lo encontraste en el correo no deseado, a tus clientes les pasará lo mismo.'),
    ],
    reason: `Recibes este correo porque pediste probar los correos de ${shopName} en su panel.`,
  };
}

export type Notice = {
  /** When it happened; milliseconds since 1970. */
  at: number;
  /** URL of the form that requests a new password. */
  recoverUrl: string;
  shopName: string;
};

/** A change of an account: what changed, besides its date, and what its user does otherwise. */
type Change = Omit<Letter, 'blocks' | 'reason'> & {
  text: string;
  facts?: readonly Fact[];
  factsTitle?: string;
  reason?: string;
};

function changeLetter({ at, recoverUrl, shopName }: Notice, change: Change): Letter {
  const { text, facts = [], factsTitle = 'Qué cambió', ...letter } = change;
  const date = { label: 'Fecha', value: `${formatDateTime(at)} (hora de Chile)` };
  return {
    reason: `Recibes este correo porque tienes una cuenta en ${shopName} con esta dirección.`,
    ...letter,
    blocks: [
      paragraph(`${text} Si fuiste tú, no tienes que hacer nada.`),
      ...factList(factsTitle, [...facts, date]),
      note(
        '¿No fuiste tú? Pide ahora un enlace para elegir una contraseña nueva: al usarlo se cierran todas las sesiones de tu cuenta. Revisa también que nadie más entre a tu correo.',
      ),
      button('Recuperar mi cuenta', recoverUrl),
    ],
  };
}

export function passwordChangedLetter(notice: Notice): Letter {
  return changeLetter(notice, {
    subject: `Tu contraseña de ${notice.shopName} cambió`,
    preview: 'Si fuiste tú, no tienes que hacer nada.',
    title: 'Tu contraseña cambió',
    text: `La contraseña de tu cuenta en ${notice.shopName} se cambió y las sesiones abiertas en otros equipos se cerraron.`,
  });
}

const methodNames = { password: 'Contraseña', google: 'Google' };

export function signInMethodAddedLetter({
  method,
  ...notice
}: Notice & { method: keyof typeof methodNames }): Letter {
  const name = methodNames[method];
  return changeLetter(notice, {
    subject: `Nueva forma de entrar a tu cuenta de ${notice.shopName}`,
    preview: `Ahora también puedes entrar con: ${name}.`,
    title: 'Nueva forma de entrar a tu cuenta',
    text: `Tu cuenta en ${notice.shopName} tiene una nueva forma de iniciar sesión.`,
    facts: [{ label: 'Se agregó', value: name }],
  });
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

function secondFactorLetter({
  change,
  ...notice
}: Notice & { change: SecondFactorChange }): Letter {
  const { title, text } = texts[change];
  return changeLetter(notice, {
    subject: `${title} en ${notice.shopName}`,
    preview: text,
    title,
    text,
    factsTitle: 'Qué pasó',
    reason: `Recibes este correo porque administras ${notice.shopName} con esta dirección.`,
  });
}

type Addressed = { to: string };

/** Returns the writer of mails whose payload has their recipient. */
function toAccount<Mail extends Addressed>(
  write: (mail: Mail, shopName: string, context: Context) => Letter,
) {
  return async (context: Context, mail: Mail): Promise<Written> => {
    const { name } = (await context.settings.current()).settings.seller;
    return { to: mail.to, letter: write(mail, name, context), attachments: [] };
  };
}

/** Returns the writer of mails about a link. */
function link(write: (url: string, shopName: string) => Letter) {
  return toAccount<Addressed & { url: string }>(({ url }, shopName) => write(url, shopName));
}

/** Returns the writer of mails about what happened to an account. */
function notice<Further>(write: (notice: Notice & Further) => Letter) {
  return toAccount<Addressed & { at: number } & Further>((mail, shopName, { publicUrl }) =>
    write({ ...mail, shopName, recoverUrl: `${publicUrl}/#recuperar-cuenta` }),
  );
}

/** The mails to accounts, and to the owner about the shop itself. */
export const accountMails = {
  verify_email: link(verifyEmailLetter),
  reset_password: link(resetPasswordLetter),
  sender_test: link(senderTestLetter),
  password_changed: notice(passwordChangedLetter),
  sign_in_method_added: notice(signInMethodAddedLetter),
  second_factor_changed: notice(secondFactorLetter),
  health_changed: toAccount((mail, _name, { publicUrl }) =>
    healthLetter(mail, panelHealthUrl(publicUrl)),
  ),
} satisfies Partial<Writers>;
