import { mercadoPagoBank } from '#server/testing/payment-bank.ts';
import { testRandomPayments } from '#server/testing/random-payments.ts';

testRandomPayments('Mercado Pago', mercadoPagoBank);
