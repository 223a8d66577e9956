import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DELIVERY_LIMITS,
  type DeliveryForm,
  joinMessages,
  trimDelivery,
  validateDelivery,
} from './delivery.ts';

const good: DeliveryForm = {
  recipientName: 'Ana Pérez',
  phone: '+56 9 1234 5678',
  email: 'ana@correo.cl',
  region: 'XVI',
  city: 'Chillán',
  address: 'Av. Libertad 123',
  additionalInfo: '',
  coordinates: null,
};
const empty: DeliveryForm = {
  recipientName: '',
  phone: '',
  email: '',
  region: '',
  city: '',
  address: '',
  additionalInfo: '',
  coordinates: null,
};

function messagesOf(changes: Partial<DeliveryForm>, signedIn = false): string[] {
  return validateDelivery({ ...good, ...changes }, { signedIn }).map(({ message }) => message);
}

describe('validateDelivery', () => {
  test('finds nothing wrong with a complete form', () => {
    expect(messagesOf({})).toEqual([]);
    expect(
      messagesOf({ additionalInfo: 'Casa azul', coordinates: { lat: -36.6, lng: -72.1 } }),
    ).toEqual([]);
  });

  test('reports every missing field at once, in the order of the form, as one message', () => {
    const problems = validateDelivery(empty, { signedIn: false });
    expect(problems.map(({ field }) => field)).toEqual([
      'recipientName',
      'phone',
      'email',
      'region',
      'city',
      'address',
    ]);
    expect(joinMessages(problems)).toBe(
      'El nombre del destinatario es obligatorio. El teléfono es obligatorio. El email es obligatorio para recibir confirmación del pedido. La región es obligatoria. La ciudad es obligatoria. La dirección es obligatoria',
    );
  });

  test('reports every badly written field at once', () => {
    expect(
      messagesOf({
        phone: '123',
        email: 'ana',
        region: 'XX',
        address: 'a'.repeat(201),
        coordinates: { lat: 91, lng: 0 },
      }),
    ).toEqual([
      'El teléfono debe ser válido (8-9 dígitos)',
      'El email debe tener un formato válido',
      'La región no es válida',
      'El texto es demasiado largo (máximo 200 caracteres)',
      'El punto del mapa no es válido',
    ]);
  });

  test('keeps the order of the form between texts that are too long and fields that are empty', () => {
    const form = { ...empty, recipientName: 'a'.repeat(121), additionalInfo: 'a'.repeat(1001) };
    const problems = validateDelivery(form, { signedIn: true });
    expect(problems.map(({ field }) => field)).toEqual([
      'recipientName',
      'phone',
      'region',
      'city',
      'address',
      'additionalInfo',
    ]);
  });

  test('takes blanks alone for an empty field', () => {
    const blank = '  \t\n ';
    expect(messagesOf({ recipientName: blank })).toEqual([
      'El nombre del destinatario es obligatorio',
    ]);
    expect(messagesOf({ phone: blank })).toEqual(['El teléfono es obligatorio']);
    expect(messagesOf({ region: blank })).toEqual(['La región es obligatoria']);
    expect(messagesOf({ city: blank })).toEqual(['La ciudad es obligatoria']);
    expect(messagesOf({ address: blank })).toEqual(['La dirección es obligatoria']);
  });

  test('accepts texts with blanks around them', () => {
    const padded = {
      email: ' ana@correo.cl ',
      region: ' XVI ',
      city: ' Chillán ',
      phone: ' 12345678 ',
    };
    expect(messagesOf(padded)).toEqual([]);
    expect(messagesOf({ recipientName: `  ${'a'.repeat(120)}  ` })).toEqual([]);
  });

  test('asks a guest for an e-mail, but not a buyer with an account', () => {
    expect(messagesOf({ email: ' ' })).toEqual([
      'El email es obligatorio para recibir confirmación del pedido',
    ]);
    expect(messagesOf({ email: ' ' }, true)).toEqual([]);
    expect(messagesOf({ email: 'ana@' }, true)).toEqual(['El email debe tener un formato válido']);
  });

  test('refuses a city of another region', () => {
    expect(messagesOf({ city: 'Santiago' })).toEqual(['La ciudad no es de esa región']);
    expect(messagesOf({ city: 'Chillan' })).toEqual(['La ciudad no es de esa región']);
  });

  test('says nothing of the city when its region is missing or unknown', () => {
    expect(messagesOf({ region: '' })).toEqual(['La región es obligatoria']);
    expect(messagesOf({ region: 'ñuble' })).toEqual(['La región no es válida']);
  });

  test.each([
    [90, 180, true],
    [-90, -180, true],
    [90.1, 0, false],
    [-90.1, 0, false],
    [0, 180.1, false],
    [0, -180.1, false],
    [Number.NaN, 0, false],
    [0, Number.NaN, false],
    [0, Number.POSITIVE_INFINITY, false],
  ])('judges the map point %d, %d', (lat, lng, valid) => {
    expect(messagesOf({ coordinates: { lat, lng } })).toEqual(
      valid ? [] : ['El punto del mapa no es válido'],
    );
  });

  test.each([
    ['recipientName', 120],
    ['address', 200],
    ['additionalInfo', 1000],
  ] as const)('accepts a %s of %i characters and no more', (field, limit) => {
    expect(messagesOf({ [field]: 'ñ'.repeat(limit) })).toEqual([]);
    expect(messagesOf({ [field]: 'ñ'.repeat(limit + 1) })).toEqual([
      `El texto es demasiado largo (máximo ${limit} caracteres)`,
    ]);
  });

  test('limits phone and e-mail too', () => {
    const phone = `12345678${' '.repeat(22)}9`;
    expect(messagesOf({ phone })).toEqual(['El texto es demasiado largo (máximo 30 caracteres)']);
    expect(messagesOf({ phone: phone.replace('  ', ' ') })).toEqual([]);
    expect(messagesOf({ email: `${'a'.repeat(249)}@b.cl` })).toEqual([]);
    expect(messagesOf({ email: `${'a'.repeat(250)}@b.cl` })).toEqual([
      'El email debe tener un formato válido',
    ]);
    expect(DELIVERY_LIMITS.city).toBe(80);
  });

  test('answers for any form, one problem per field, whatever is typed', () => {
    const typed = fc.string({ unit: 'binary' });
    const anyForm = fc.record({
      recipientName: typed,
      phone: typed,
      email: typed,
      region: typed,
      city: typed,
      address: typed,
      additionalInfo: typed,
      coordinates: fc.option(fc.record({ lat: fc.double(), lng: fc.double() })),
    });
    const order = Object.keys(good);
    fc.assert(
      fc.property(anyForm, fc.boolean(), (form, signedIn) => {
        const places = validateDelivery(form, { signedIn }).map(({ field }) =>
          order.indexOf(field),
        );
        expect(places).toEqual([...new Set(places)].sort((left, right) => left - right));
      }),
    );
  });
});

test('trimDelivery trims every text and keeps the map point', () => {
  const coordinates = { lat: -36.6, lng: -72.1 };
  const padded = Object.entries(good).map(([field, text]) => [field, ` \n${text}\t `]);
  const form: DeliveryForm = { ...Object.fromEntries(padded), coordinates };
  expect(trimDelivery(form)).toEqual({ ...good, coordinates });
});

test('joinMessages joins with a full stop and a blank', () => {
  expect(joinMessages([])).toBe('');
  expect(joinMessages([{ message: 'Uno' }])).toBe('Uno');
  expect(joinMessages([{ message: 'Uno' }, { message: 'Dos' }])).toBe('Uno. Dos');
});
