import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import { createOrderBody } from './orders.ts';

const schema = createOrderBody({ isGuest: true });

const image = {
  imageUrl: '/files/3f2a/picture.webp',
  notes: 'Fondo blanco',
  originalName: 'foto.jpg',
  quantity: 3,
  crop: { x: 0.5, y: 0.25, diameter: 0.8, rotation: -90, background: '#ffee00' },
  product: 'pin-32',
  finish: 'iman',
};
const pricing = {
  imagesCount: 3,
  uniqueImages: 1,
  pricePerImage: 1700,
  imagesTotal: 5100,
  discountCode: 'CLUB10',
  discountAmount: 510,
  subtotalAfterDiscount: 4590,
  shippingCost: 2500,
  totalAmount: 7090,
};
const deliveryData = {
  ...sampleDelivery,
  coordinates: { lat: -36.6066, lng: -72.1034 },
  notes: 'Casa azul\nal fondo',
  pricing,
};
const body = { images: [image], deliveryData };

/** Returns the errors of a body, as lines of path and text. */
function problemsOf(value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

function problemsOfImage(changes: object): string[] {
  return problemsOf({ ...body, images: [{ ...image, ...changes }] });
}

function problemsOfDelivery(changes: object): string[] {
  return problemsOf({ ...body, deliveryData: { ...deliveryData, ...changes } });
}

describe('createOrderBody', () => {
  test('accepts a full body as it is', () => {
    expect(schema.parse(body)).toEqual(body);
  });

  test('accepts a body without what is optional, sent as null or not at all', () => {
    const nothing = { notes: null, coordinates: null };
    expect(problemsOfDelivery({ ...nothing, pricing: { ...pricing, discountCode: null } })).toEqual(
      [],
    );
    expect(problemsOfImage({ notes: null, crop: null })).toEqual([]);
    expect(problemsOfImage({ notes: undefined })).toEqual([]);
    const { notes: _notes, coordinates: _point, ...delivery } = deliveryData;
    const { discountCode: _code, ...figures } = pricing;
    expect(
      problemsOf({ images: [image], deliveryData: { ...delivery, pricing: figures } }),
    ).toEqual([]);
  });

  test('takes a picture without a crop, or a crop without a background, as null', () => {
    const parse = (sent: unknown) =>
      schema.parse({ ...body, images: [{ ...image, crop: sent }] }).images[0]?.crop;
    const { background: _, ...numbers } = image.crop;
    expect(parse(undefined)).toBeNull();
    expect(parse(null)).toBeNull();
    expect(parse(numbers)).toEqual({ ...numbers, background: null });
  });

  test('refuses a wrong crop by its field', () => {
    const wrong: [object, string][] = [
      [{ x: Number.NaN }, 'x: Debe ser un número'],
      [{ y: Number.POSITIVE_INFINITY }, 'y: Debe ser un número'],
      [{ x: '0.5' }, 'x: Debe ser un número'],
      [{ x: undefined }, 'x: Falta este dato'],
      [{ x: null }, 'x: Debe ser un número'],
      [{ x: -0.001 }, 'x: Debe ser un número entre 0 y 1'],
      [{ y: 1.001 }, 'y: Debe ser un número entre 0 y 1'],
      [{ diameter: 0.049 }, 'diameter: Debe ser un número entre 0,05 y 12'],
      [{ diameter: 12.1 }, 'diameter: Debe ser un número entre 0,05 y 12'],
      [{ diameter: 1e300 }, 'diameter: Debe ser un número entre 0,05 y 12'],
      [{ rotation: 181 }, 'rotation: Debe ser un número entre -180 y 180'],
      [{ rotation: true }, 'rotation: Debe ser un número'],
      [{ background: 'red' }, 'background: El color debe tener el formato #rrggbb'],
      [{ background: '#fff' }, 'background: El color debe tener el formato #rrggbb'],
      [{ background: '#gggggg' }, 'background: El color debe tener el formato #rrggbb'],
      [{ background: 7 }, 'background: Debe ser un color'],
    ];
    for (const [change, problem] of wrong) {
      expect(problemsOfImage({ crop: { ...image.crop, ...change } })).toEqual([
        `images.0.crop.${problem}`,
      ]);
    }
    for (const none of ['centre', 7, [], true]) {
      expect(problemsOfImage({ crop: none })).toEqual(['images.0.crop: Debe ser un recorte']);
    }
    expect(problemsOfImage({ crop: {} })).toEqual(
      ['x', 'y', 'diameter', 'rotation'].map((name) => `images.0.crop.${name}: Falta este dato`),
    );
  });

  test('strips fields that it does not know, at every depth', () => {
    const strange = { isAdmin: true };
    const parsed = schema.parse({
      ...strange,
      images: [{ ...image, ...strange, crop: { ...image.crop, ...strange } }],
      deliveryData: {
        ...deliveryData,
        ...strange,
        coordinates: { ...deliveryData.coordinates, ...strange },
        pricing: { ...pricing, ...strange },
      },
    });
    expect(parsed).toEqual(body);
  });

  test.each([null, undefined, 'hola', 7, [], true])('refuses %j as a body', (value) => {
    expect(problemsOf(value)).toEqual([
      value === undefined ? ': Falta este dato' : ': Debe ser un objeto JSON',
    ]);
  });

  test('names everything that is missing or of the wrong type at once', () => {
    expect(problemsOf({})).toEqual(['images: Falta este dato', 'deliveryData: Falta este dato']);
    expect(
      problemsOf({ images: {}, deliveryData: { ...deliveryData, pricing: 'gratis' } }),
    ).toEqual([
      'images: Debe ser una lista de imágenes',
      'deliveryData.pricing: Debe ser el detalle del precio',
    ]);
    expect(
      problemsOf({
        images: [{ ...image, imageUrl: 1, quantity: undefined }, 'foto.jpg'],
        deliveryData: {
          ...deliveryData,
          phone: 912345678,
          coordinates: { lat: '-36', lng: null },
          pricing: { ...pricing, totalAmount: '7090' },
        },
      }),
    ).toEqual([
      'images.0.imageUrl: Debe ser un texto',
      'images.0.quantity: Falta este dato',
      'images.1: Debe ser una imagen',
      'deliveryData.phone: Debe ser un texto',
      'deliveryData.coordinates.lat: Debe ser un número',
      'deliveryData.coordinates.lng: Debe ser un número',
      'deliveryData.pricing.totalAmount: Debe ser un número',
    ]);
  });
});

describe('pictures of an order', () => {
  test('are from 1 to 100', () => {
    expect(problemsOf({ ...body, images: [] })).toEqual([
      'images: Se requiere al menos una imagen',
    ]);
    const plain = { ...image, product: undefined, finish: undefined };
    expect(problemsOf({ ...body, images: Array(100).fill(plain) })).toEqual([]);
    expect(problemsOf({ ...body, images: Array(101).fill(plain) })).toEqual([
      'images: Se aceptan hasta 100 imágenes por pedido',
    ]);
  });

  test('may come as several pins that are named, 500 in all', () => {
    const named = { ...image, product: 'pin-32' };
    expect(problemsOf({ ...body, images: Array(500).fill(named) })).toEqual([]);
    expect(problemsOf({ ...body, images: Array(501).fill(named) })).toContain(
      'images: Se aceptan hasta 500 pines distintos por pedido',
    );
    const others = Array.from({ length: 101 }, (_, at) => ({ ...named, imageUrl: `/files/${at}` }));
    expect(problemsOf({ ...body, images: others })).toEqual([
      'images: Se aceptan hasta 100 imágenes por pedido',
    ]);
  });

  test.each([1, 99])('may be ordered %i times', (quantity) => {
    expect(problemsOfImage({ quantity })).toEqual([]);
  });

  test.each([0, 100, 1.5, -1])('cannot be ordered %d times', (quantity) => {
    expect(problemsOfImage({ quantity })).toEqual([
      'images.0.quantity: La cantidad debe ser un número entero entre 1 y 99',
    ]);
  });

  test.each(['3', null, true, [3], Number.NaN, Number.POSITIVE_INFINITY])(
    'need a number as quantity, not %j',
    (quantity) => {
      expect(problemsOfImage({ quantity })).toEqual(['images.0.quantity: Debe ser un número']);
    },
  );
});

describe('the text on a pin', () => {
  const text = { value: 'Ñandú', font: 'pacifico', path: 'circle', colour: '#c8203f' };

  test.each([
    ['A'.repeat(41), 'El texto es demasiado largo (máximo 40 caracteres)'],
    ['  ', 'Falta el texto'],
    ['Ana\nLuz', 'El texto debe ir en una sola línea'],
    ['Ana\u0007', 'El texto tiene caracteres no permitidos'],
    ['Ana 👩‍🚀', 'No tenemos letras para esto: 👩‍🚀'],
    ['محمد', 'No tenemos letras para esto: م ح د'],
    ['\u202eana', 'No tenemos letras para esto: \u202e'],
    ['a\u0323\u0301', `No tenemos letras para esto: ${'a\u0323\u0301'.normalize('NFC')}`],
    [7, 'Debe ser un texto'],
  ])('is refused with the words %j', (value, message) => {
    // The first problem of a field is the one that is told.
    const [first] = problemsOfImage({ text: { ...text, value } });
    expect(first).toBe(`images.0.text.value: ${message}`);
  });

  test('is refused in each of its parts, and where it is no text with letters', () => {
    expect(problemsOfImage({ text })).toEqual([]);
    expect(problemsOfImage({ text: { ...text, place: 'middle', size: 'large' } })).toEqual([]);
    const look = { colour: 'red', outline: '#12', place: 'left', size: 12 };
    const wrong = { value: 'Ana', font: 'arial', path: 'spiral', ...look };
    expect(problemsOfImage({ text: wrong })).toEqual([
      'images.0.text.font: Esta letra no existe',
      'images.0.text.path: Debe ser straight o circle',
      'images.0.text.colour: El color debe tener el formato #rrggbb',
      'images.0.text.outline: El color debe tener el formato #rrggbb',
      'images.0.text.place: Debe ser top, middle o bottom',
      'images.0.text.size: Debe ser small, medium o large',
    ]);
    expect(problemsOfImage({ text: 'Ana' })).toEqual([
      'images.0.text: Debe ser un texto con su letra',
    ]);
  });
});

test.each([
  ['seen', 'las de siempre', 'Debe ser un objeto con las condiciones'],
  ['seen.termsVersion', { promise: { minDays: 5, maxDays: 7 } }, 'Falta este dato'],
  ['seen.promise', { termsVersion: 'x' }, 'Falta este dato'],
])('the terms that a buyer was shown are refused at %s: %j', (field, seen, message) => {
  expect(problemsOf({ ...body, seen })).toEqual([`${field}: ${message}`]);
});

describe('texts of an order', () => {
  test.each([
    ['notes', 1000],
    ['originalName', 255],
    ['imageUrl', 255],
  ])('%s of a picture has at most %i characters', (field, limit) => {
    expect(problemsOfImage({ [field]: 'a'.repeat(limit) })).toEqual([]);
    expect(problemsOfImage({ [field]: 'a'.repeat(limit + 1) })).toEqual([
      `images.0.${field}: El texto es demasiado largo (máximo ${limit} caracteres)`,
    ]);
  });

  test('have a code of at most 20 characters', () => {
    const coded = { pricing: { ...pricing, discountCode: 'A'.repeat(21) } };
    expect(problemsOfDelivery(coded)).toEqual([
      'deliveryData.pricing.discountCode: El texto es demasiado largo (máximo 20 caracteres)',
    ]);
  });

  test('keep names and addresses on one line, notes on several', () => {
    expect(problemsOfDelivery({ fullName: 'Ana\nBcc: otra' })).toHaveLength(1);
    expect(problemsOfDelivery({ address: 'Calle 1\tdepto 2' })).toHaveLength(1);
    expect(problemsOfDelivery({ notes: 'Timbre 2\nPortón azul' })).toEqual([]);
  });
});

test('an order never breaks on JSON of any shape', () => {
  forAll(fc.jsonValue(), fc.jsonValue(), (images, delivery) => {
    expect(schema.safeParse({ images, deliveryData: delivery }).success).toBe(false);
  });
});
