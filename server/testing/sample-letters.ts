import type { BuyerOrder } from '#contract/orders/orders.ts';
import { sampleBuyerOrder } from '#contract/testing/samples.ts';
import { DEFAULT_PROMISE } from '#domain/delivery/promise.ts';
import { agreement } from '#domain/legal/terms.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { NO_DEPOSIT } from '#domain/payments/deposit.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import {
  passwordChangedLetter,
  resetPasswordLetter,
  signInMethodAddedLetter,
  verifyEmailLetter,
} from '#server/features/mail/account-mails.ts';
import {
  paymentRefundedLetter,
  refundNotedLetter,
} from '#server/features/mail/after-sales-letters.ts';
import {
  orderReceivedLetter,
  orderStatusLetter,
  paymentReceivedLetter,
} from '#server/features/mail/buyer-letters.ts';
import type { Letter, Sender } from '#server/features/mail/letter.ts';
import type { PaymentNews } from '#server/features/mail/news.ts';
import {
  healthLetter,
  newOrderLetter,
  proofAnswerLetter,
  refundToldLetter,
} from '#server/features/mail/owner-letters.ts';
import { proofLetter } from '#server/features/mail/picture-letters.ts';
import { renderHtml } from '#server/features/mail/render-html.ts';
import { renderText } from '#server/features/mail/render-text.ts';

export const sender: Sender = {
  name: 'Pines & Cía <b>',
  email: 'hola@pines.cl',
  whatsapp: '+56 9 8765 4321',
  rut: '76.123.456-7',
  address: 'Chillán, Chile',
  url: 'https://pines.cl',
};
export const HOSTILE = '<img src=x onerror=alert(1)> "\'& 🎉';
export const url = 'https://pines.cl/#pedido=7K4MQ-X2TBA.abc';

export const pin = {
  crop: null,
  press: DEFAULT_PRESS,
  product: { id: 'pin', name: 'Pin' },
  finish: null,
  unitPrice: 1700,
  imageUrl: '',
  thumbnailUrl: '',
};

export const order: BuyerOrder = {
  ...sampleBuyerOrder,
  id: '7K4MQ-X2TBA',
  createdAt: '2026-11-21T03:33:52.331Z',
  arrival: { from: '2026-03-16', to: '2026-03-18' },
  balance: 20_900,
  amountDue: 20_900,
  images: ['/files/a.webp', '/files/b.webp'],
  items: [
    { ...pin, originalName: 'club.png', notes: null, quantity: 5 },
    { ...pin, originalName: HOSTILE, notes: HOSTILE, quantity: 7 },
  ],
  userEmail: 'rosa@correo.cl',
  deliveryData: {
    ...sampleDelivery,
    coordinates: { lat: -36.6063, lng: -72.1034 },
    notes: 'Dejar con\nel conserje',
    pricing: {
      imagesCount: 12,
      uniqueImages: 2,
      pricePerImage: 1700,
      imagesTotal: 20_400,
      discountCode: 'MENOS2000',
      discountAmount: 2000,
      subtotalAfterDiscount: 18_400,
      shippingCost: 2500,
      totalAmount: 20_900,
    },
  },
};
export const parts = { order, cids: ['imagen-1@pedido', null] };
const offer = {
  seller: sender,
  pins: offeredPins({ prices: DEFAULT_PRICES, press: DEFAULT_PRESS }),
  shipping: DEFAULT_PRICES,
  delivery: DEFAULT_PROMISE,
  paysBy: null,
  deposit: NO_DEPOSIT,
};
const termsVersion = '2026-11-21';
export const agreed = { version: termsVersion, texts: agreement({ ...offer, termsVersion }) };

export const notice = {
  at: Date.parse(order.createdAt),
  recoverUrl: 'https://pines.cl/#recuperar-cuenta',
  shopName: sender.name,
};
const proof = { order, isBuyerVerified: true, url, expiresAt: Date.parse('2026-12-05T12:00:00Z') };
const asked = { ...proof, cids: parts.cids };
export const payment: PaymentNews = {
  ...{ order_id: order.id, provider: 'mercadopago', provider_id: '1300000001' },
  ...{ method: 'credit', amount: 20_900 },
};
export const refunded = { order, isBuyerVerified: false, payment, refund: 1700 };
const noted = { order, isBuyerVerified: false, amount: 1700, how: 'transfer' } as const;

/** The mail about a new order to a buyer with a verified e-mail. */
export const received = (changes: Partial<Parameters<typeof orderReceivedLetter>[0]> = {}) =>
  orderReceivedLetter({
    ...{ ...parts, url, shopName: 'Pines', delivery: DEFAULT_PROMISE },
    ...{ agreed: null, isBuyerVerified: true, ...changes },
  });
export const statusLetter = (news: Partial<Parameters<typeof orderStatusLetter>[0]>) =>
  orderStatusLetter(
    {
      ...{ order, status: 'completed', reason: null, refundBy: null },
      ...{ isBuyerVerified: false, paidOn: '2026-03-09', isDispatched: true, ...news },
    },
    url,
    'Pines',
  );
export const textOf = (letter: Letter) => renderText(letter, sender);
export const bodiesOf = (letter: Letter) => [renderHtml(letter, sender), textOf(letter)];

/** An order that is paid. */
export const settled = (of: BuyerOrder): BuyerOrder => ({ ...of, amountDue: 0 });
export const paid = {
  payment: { id: 'p1', amount: 20_900, paidAt: '2026-03-09', how: 'Transferencia' },
};

/** Every kind of letter. */
export const letters = {
  paymentRefunded: paymentRefundedLetter(refunded, url, sender.name),
  refundNoted: refundNotedLetter(noted, url, sender.name),
  refundTold: refundToldLetter(
    { payment, refund: 1700 },
    'https://pines.cl/?panel=pedidos/7K4MQ-X2TBA',
  ),
  paymentReceived: paymentReceivedLetter(
    { order: settled(order), isBuyerVerified: false, ...paid },
    url,
    sender.name,
  ),
  proof: proofLetter({ ...asked, isReminder: false }, url, sender.name),
  proofReminder: proofLetter(
    { ...asked, isBuyerVerified: false, isReminder: true },
    url,
    sender.name,
  ),
  proofAnswer: proofAnswerLetter({ order, isApproved: false, words: HOSTILE }, sender.name),
  health: healthLetter(
    { wrong: [{ label: 'Correos', value: HOSTILE }], over: [{ label: 'Disco', value: 'Bien' }] },
    'https://pines.cl/?panel=salud',
  ),
  verify: verifyEmailLetter('https://pines.cl/v?a=1&b=2', sender.name),
  reset: resetPasswordLetter('https://pines.cl/r', sender.name),
  passwordChanged: passwordChangedLetter(notice),
  signInMethodAdded: signInMethodAddedLetter({ ...notice, method: 'google' }),
  received: received({ shopName: sender.name, agreed }),
  figures: received({ shopName: sender.name, agreed, isBuyerVerified: false }),
  fresh: newOrderLetter({ ...parts, shopName: sender.name, url: 'https://pines.cl' }),
} satisfies Record<string, Letter>;
