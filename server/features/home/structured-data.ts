import type { DeliveryPromise } from '#domain/promise.ts';
import { regionName } from '#domain/regions.ts';
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

function shipping({ minDays, maxDays }: DeliveryPromise, price: number, place: string) {
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: price, currency: CURRENCY },
    shippingDestination: {
      '@type': 'DefinedRegion',
      addressCountry: COUNTRY,
      name: place,
    },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      businessDays: {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map(schema),
      },
      transitTime: {
        '@type': 'QuantitativeValue',
        minValue: minDays,
        maxValue: maxDays,
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
export function structuredData({ shop, prices, delivery, assets, home, description }: Site) {
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
      price: prices.pin,
      priceCurrency: CURRENCY,
      availability: schema('InStock'),
      itemCondition: schema('NewCondition'),
      seller,
      shippingDetails: [
        shipping(delivery, prices.shippingChillan, 'Chillán'),
        ...prices.shippingByRegion.map(({ region, price }) =>
          shipping(delivery, price, regionName(region)),
        ),
        shipping(delivery, prices.shipping, 'Chile'),
      ],
      hasMerchantReturnPolicy: returns,
    }),
  };
  return { '@context': 'https://schema.org', '@graph': [store, product] };
}
