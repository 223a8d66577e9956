import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveryProblems } from './delivery.ts';

const guest = { signedIn: false };
const good = {
  fullName: 'Ana Pérez',
  phone: '912345678',
  email: 'ana@correo.cl',
  region: 'XVI',
  city: 'Chillán',
  address: 'Av. Libertad 123',
  coordinates: { lat: -36.6, lng: -72.1 },
  notes: 'Casa azul',
};
const allMissing = {
  'deliveryData.fullName': 'El nombre del destinatario es obligatorio',
  'deliveryData.phone': 'El teléfono es obligatorio',
  'deliveryData.email': 'El email es obligatorio para recibir confirmación del pedido',
  'deliveryData.region': 'La región es obligatoria',
  'deliveryData.city': 'La ciudad es obligatoria',
  'deliveryData.address': 'La dirección es obligatoria',
};

test('a good delivery has no problems', () => {
  expect(deliveryProblems({ deliveryData: good }, guest)).toEqual({});
});

test('every missing field is named by its path in the body, in the order of the form', () => {
  const problems = deliveryProblems({ deliveryData: {} }, guest);
  expect(problems).toEqual(allMissing);
  expect(Object.keys(problems)).toEqual(Object.keys(allMissing));
});

test('all are named even when other parts of the body are wrong', () => {
  const body = { images: 'ninguna', deliveryData: { pricing: 7, coordinates: 'aquí', notes: 5 } };
  expect(deliveryProblems(body, guest)).toEqual(allMissing);
});

test('a field of the wrong type hides no other problem', () => {
  const body = { deliveryData: { ...good, phone: 912345678, email: 'ana', city: 'Santiago' } };
  expect(deliveryProblems(body, guest)).toEqual({
    'deliveryData.phone': 'El teléfono es obligatorio',
    'deliveryData.email': 'El email debe tener un formato válido',
    'deliveryData.city': 'La ciudad no es de esa región',
  });
});

test('notes and the map point are judged under their own names', () => {
  const body = {
    deliveryData: { ...good, notes: 'a'.repeat(1001), coordinates: { lat: 0, lng: 181 } },
  };
  expect(deliveryProblems(body, guest)).toEqual({
    'deliveryData.notes': 'El texto es demasiado largo (máximo 1000 caracteres)',
    'deliveryData.coordinates': 'El punto del mapa no es válido',
  });
});

test('an e-mail is asked of a guest alone', () => {
  const body = { deliveryData: { ...good, email: null } };
  expect(Object.keys(deliveryProblems(body, guest))).toEqual(['deliveryData.email']);
  expect(deliveryProblems(body, { signedIn: true })).toEqual({});
});

test('an e-mail with a second mail header inside is refused', () => {
  const body = { deliveryData: { ...good, email: 'ana@correo.cl\r\nBcc: otra@correo.cl' } };
  expect(deliveryProblems(body, guest)).toEqual({
    'deliveryData.email': 'El email debe tener un formato válido',
  });
});

test('a body without delivery data is left to the body schema', () => {
  for (const body of [undefined, null, 7, 'hola', [], {}, { deliveryData: null }]) {
    expect(deliveryProblems(body, guest)).toEqual({});
  }
});

test('no JSON of any shape breaks it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (deliveryData) => {
      for (const text of Object.values(deliveryProblems({ deliveryData }, guest))) {
        expect(text).not.toBe('');
      }
    }),
  );
});
