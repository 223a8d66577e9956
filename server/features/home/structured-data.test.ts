import { expect, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { describeSite, structuredData } from './render-page.ts';

function siteOf(env: Record<string, string>) {
  const { publicUrl, defaults } = loadConfig(env);
  const { seller: shop, prices, press, delivery } = defaults;
  return describeSite({ shop, prices, press, delivery }, { origin: 'https://pines.cl', publicUrl });
}

function factsOf(env: Record<string, string>) {
  const [store, product] = structuredData(siteOf(env))['@graph'];
  return { store, product };
}

test('the product costs what the shop asks, delivered as it promises', () => {
  const { product } = factsOf({ PUBLIC_URL: 'https://pines.cl' });
  const transitTime = { minValue: 5, maxValue: 7, unitCode: 'DAY' };
  const shipping = (value: number, name: string) => ({
    shippingRate: { value, currency: 'CLP' },
    shippingDestination: { addressCountry: 'CL', name },
    deliveryTime: { transitTime },
  });
  expect(product).toMatchObject({
    '@type': 'Product',
    name: 'Pin personalizado',
    image: 'https://pines.cl/share.jpg',
    offers: {
      url: 'https://pines.cl/',
      price: 1700,
      priceCurrency: 'CLP',
      availability: 'https://schema.org/InStock',
      shippingDetails: [shipping(2500, 'Chillán'), shipping(4000, 'Chile')],
      hasMerchantReturnPolicy: {
        applicableCountry: 'CL',
        returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
      },
    },
  });
});

test('the seller is who the settings say', () => {
  const { store } = factsOf({
    SHOP_NAME: 'Chapitas',
    SHOP_EMAIL: 'hola@pines.cl',
    SHOP_WHATSAPP: '+56 9 1234 5678',
    SHOP_RUT: '76.123.456-0',
    SHOP_ADDRESS: 'Arauco 100, Chillán',
  });
  expect(store).toEqual({
    '@type': 'OnlineStore',
    name: 'Chapitas',
    logo: 'https://pines.cl/icon-512.png',
    email: 'hola@pines.cl',
    telephone: '+56 9 1234 5678',
    taxID: '76.123.456-0',
    address: 'Arauco 100, Chillán',
    areaServed: 'CL',
  });
});

test('what the settings do not say is left out', () => {
  const { store } = factsOf({});
  expect(Object.keys(store ?? {})).toEqual(['@type', 'name', 'logo', 'address', 'areaServed']);
});
