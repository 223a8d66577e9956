import { keysOf } from '#domain/base/keys.ts';
import type { Seller } from '#domain/legal/document.ts';
import { TERMS_VERSION } from '#domain/legal/versions.ts';
import type { PaymentDetails } from '#domain/payments/payment-details.ts';

/** What must be set before the shop opens, in the order shown, with its name on the screen. */
export const OPENING_STEPS = {
  seller: 'Tus datos',
  payment: 'Datos para transferir',
  mail: 'Correos',
  address: 'Dirección de la tienda',
  secondFactor: 'Verificación en dos pasos',
  copies: 'Copias de seguridad',
  terms: 'Términos y condiciones',
  prices: 'Tus precios',
  trial: 'Pedido de prueba',
} as const;
export type OpeningStep = keyof typeof OPENING_STEPS;

/** Steps that an admin confirms after reading, and what is noted for each. */
export const CONFIRMED_STEPS = { terms: TERMS_VERSION, prices: '' } as const;

/** Steps that are noted when they were done, each with what it was done for. */
type OpeningMarks = Partial<Record<OpeningStep, string>>;

export type OpeningFacts = {
  seller: Seller;
  payment: PaymentDetails;
  paysOnline: boolean;
  /** `from` is the sender's address. */
  mail: { kind: 'files' | 'smtp'; from: string };
  /** Null: the shop is used on its own machine only. */
  publicUrl: string | null;
  adminsWithoutFactor: number;
  hasCopies: boolean;
  /** The owner has saved prices. */
  hasOwnPrices: boolean;
  marks: OpeningMarks;
};

/** A step, and what is set or missing in one sentence. */
export type OpeningState = { name: OpeningStep; isDone: boolean; text: string };

/** Returns every step with its state. */
export function listOpeningSteps(facts: OpeningFacts): OpeningState[] {
  const steps: Record<OpeningStep, [isDone: boolean, text: string]> = {
    seller: needTexts(sellerTexts(facts.seller), 'Está en la página, los correos y los términos'),
    payment: facts.paysOnline
      ? [true, 'Se paga en línea']
      : needTexts(paymentTexts(facts.payment), 'Están en los correos y en cada pedido por pagar'),
    mail: judgeMail(facts),
    address: facts.publicUrl?.startsWith('https://')
      ? [true, facts.publicUrl]
      : [false, 'La tienda necesita una dirección con https: se pone en la variable PUBLIC_URL'],
    secondFactor:
      facts.adminsWithoutFactor === 0
        ? [true, 'Todas las cuentas de administración la tienen']
        : [false, 'Actívala en cada cuenta de administración'],
    copies: facts.hasCopies
      ? [true, 'Hay una copia de tus datos']
      : [false, 'Descarga una copia, o pon BACKUP_DIR: las de cada noche quedan así en otro disco'],
    terms:
      facts.marks.terms === CONFIRMED_STEPS.terms
        ? [true, 'Los leíste']
        : [false, 'Léelos: es lo que prometes a quien te compra'],
    prices:
      facts.hasOwnPrices || facts.marks.prices !== undefined
        ? [true, 'Son los tuyos']
        : [false, 'Pon los tuyos, o confirma los que vienen puestos'],
    trial:
      facts.marks.trial === undefined
        ? [false, 'Prueba que un pedido llega completo: se borra solo']
        : [true, 'Un pedido de prueba llegó completo'],
  };
  return keysOf(OPENING_STEPS).map((name) => {
    const [isDone, text] = steps[name];
    return { name, isDone, text };
  });
}

function judgeMail({ mail: { kind, from }, marks }: OpeningFacts): [boolean, string] {
  if (kind === 'files') {
    return [false, 'Se guardan como archivos y nadie los recibe: falta la variable SMTP_URL'];
  }
  return marks.mail === from
    ? [true, `Salen de ${from} y llegan`]
    : [false, 'Envíate uno de prueba y abre su enlace'];
}

const sellerTexts = ({ name, rut, address, email }: Seller) => ({
  ...{ nombre: name, RUT: rut, dirección: address, correo: email },
});
const paymentTexts = ({ bank, accountType, account, holder, rut }: PaymentDetails) => ({
  ...{ banco: bank, 'tipo de cuenta': accountType, 'número de cuenta': account },
  ...{ titular: holder, RUT: rut },
});

function needTexts(texts: Readonly<Record<string, string>>, done: string): [boolean, string] {
  const missing = Object.keys(texts).filter((label) => !texts[label]?.trim());
  return missing.length === 0 ? [true, done] : [false, `Falta: ${missing.join(', ')}`];
}
