import type { Letter } from '../letter.ts';

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
