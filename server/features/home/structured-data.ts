import { DELIVERY_DAYS } from '#domain/delivery.ts';
import { PRICE_PER_PIN, SHIPPING_CHILLAN, SHIPPING_STANDARD } from '#domain/pricing.ts';
import type { Site } from './site.ts';

const COUNTRY = 'CL';
const CURRENCY = 'CLP';
const schema = (name: string) => `https://schema.org/${name}`;

/** Facts that are not set are left out. */
function known(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== '' && value !== null),
  );
}

function shipping(price: number, destination: object) {
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: price, currency: CURRENCY },
    shippingDestination: {
      '@type': 'DefinedRegion',
      addressCountry: COUNTRY,
      ...destination,
    },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      businessDays: {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map(schema),
      },
      transitTime: {
        '@type': 'QuantitativeValue',
        minValue: DELIVERY_DAYS.min,
        maxValue: DELIVERY_DAYS.max,
        unitCode: 'DAY',
      },
    },
  };
}

/** Ley 19.496, article 3 bis: goods made to the buyer's order are outside the right of withdrawal. */
const returns = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: COUNTRY,
  returnPolicyCategory: schema('MerchantReturnNotPermitted'),
  itemDefectReturnFees: schema('FreeReturn'),
};

/** What search engines read of the shop and of what it sells (schema.org, as JSON-LD). */
export function structuredData({ shop, assets, home, description }: Site) {
  const seller = { '@type': 'OnlineStore', name: shop.name };
  const store = known({
    ...seller,
    url: home,
    logo: `${assets}/icon-512.png`,
    email: shop.email,
    telephone: shop.whatsapp,
    taxID: shop.rut,
    address: shop.address,
    areaServed: COUNTRY,
  });
  const product = {
    '@type': 'Product',
    name: 'Pin personalizado',
    description,
    image: `${assets}/share.jpg`,
    brand: { '@type': 'Brand', name: shop.name },
    offers: known({
      '@type': 'Offer',
      url: home,
      price: PRICE_PER_PIN,
      priceCurrency: CURRENCY,
      availability: schema('InStock'),
      itemCondition: schema('NewCondition'),
      seller,
      shippingDetails: [
        shipping(SHIPPING_CHILLAN, { name: 'Chillán' }),
        shipping(SHIPPING_STANDARD, { name: 'Chile' }),
      ],
      hasMerchantReturnPolicy: returns,
    }),
  };
  return { '@context': 'https://schema.org', '@graph': [store, product] };
}
