import type { SecondFactorChange } from '../enqueue-mail.ts';
import type { Letter } from '../letter.ts';
import { ifNotYou, type Notice, timeText } from './account-notices.ts';

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
