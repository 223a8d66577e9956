import { regions } from '#domain/delivery/regions.ts';
import { PAPER_NAMES, paperLabels } from '#domain/production/paper.ts';
import type { Settings } from '#domain/settings/settings.ts';
import type { FormGroup } from './groups.ts';

type Option = readonly [value: string, label: string];

/** `label` if it differs from the setting's own in `settingsLabels`. */
type Described = { label?: string; hint?: string };

/** Input of a value. An optional amount or day may be empty, which becomes null. */
export type InputSpec = Described & { isOptional?: boolean; isWide?: boolean } & (
    | { kind: 'line' | 'long' | 'email' | 'phone' | 'day' | 'pesos' | 'mm' }
    /** The permanent id of an entry: kept, but not shown. */
    | { kind: 'id' }
    | { kind: 'whole'; unit: string }
    | { kind: 'choice'; options: readonly Option[] }
  );

/** A list of entries, each with its own inputs. */
export type ListSpec = Described & {
  kind: 'list';
  /** Name of one entry, and label of the button to add one. */
  one: string;
  add: string;
  entry: Readonly<Record<string, InputSpec & { label: string }>>;
};

export type FieldSpec =
  | InputSpec
  | ListSpec
  | (Described & { kind: 'switch' })
  /** A picture's URL; `SENDING` during the upload. */
  | (Described & { kind: 'picture' });

export const SENDING = 'sending';

/** The settings' fields in the order of the tab, with labels of `settingsLabels`. */
type Fields = {
  readonly [Group in FormGroup]: { readonly [Name in keyof Settings[Group]]: FieldSpec };
};

const line = { kind: 'line' } as const;
const email = { kind: 'email' } as const;
const pesos = { kind: 'pesos' } as const;
const mm = { kind: 'mm' } as const;
const days = { kind: 'whole', unit: 'días' } as const;

const region = {
  kind: 'choice',
  options: regions.map(({ code, name }) => [code, name] as const),
  label: 'Región',
} as const;

export const settingsFields: Fields = {
  prices: {
    pin: { ...pesos, isWide: true },
    shippingChillan: pesos,
    shipping: pesos,
    freeShippingFrom: {
      ...pesos,
      isOptional: true,
      isWide: true,
      hint: 'Vacío: el envío siempre se cobra',
    },
    steps: {
      kind: 'list',
      hint: 'Con más pines en un pedido, cada uno cuesta menos',
      one: 'Tramo',
      add: 'Agregar tramo',
      entry: {
        from: { kind: 'whole', unit: 'pines', label: 'Desde (pines)' },
        price: { ...pesos, label: 'Cada pin' },
      },
    },
    shippingByRegion: {
      kind: 'list',
      hint: 'Para las regiones donde el envío cuesta otra cosa; Chillán tiene su propio precio',
      one: 'Región',
      add: 'Agregar región',
      entry: {
        region,
        price: { ...pesos, label: 'Envío' },
      },
    },
  },
  delivery: {
    minDays: days,
    maxDays: days,
    regionDays: {
      kind: 'list',
      hint: 'Donde el viaje toma más: se suman a lo que lee quien compra; tu día de despacho no cambia',
      one: 'Región',
      add: 'Agregar región',
      entry: { region, days: { ...days, label: 'Días hábiles de más' } },
    },
    closures: {
      kind: 'list',
      hint: 'Vacaciones o feriados propios: no cuentan para la entrega. Los feriados de Chile ya se descuentan',
      one: 'Cierre',
      add: 'Agregar cierre',
      entry: {
        from: { kind: 'day', label: 'Primer día' },
        to: { kind: 'day', label: 'Último día' },
        reason: { ...line, label: 'Motivo', hint: 'Por ejemplo, Vacaciones', isWide: true },
      },
    },
  },
  seller: {
    name: { ...line, isWide: true },
    rut: { ...line, hint: 'Por ejemplo, 12.345.678-5' },
    senderName: { ...line, hint: 'Vacío: el nombre de la tienda' },
    address: { ...line, isWide: true },
    email,
    whatsapp: { kind: 'phone' },
  },
  payment: {
    bank: line,
    accountType: line,
    account: line,
    holder: line,
    rut: line,
    email,
    words: { kind: 'long', isWide: true, hint: 'Lo que quieras agregar sobre el pago' },
  },
  unpaid: {
    payDays: { ...days, isOptional: true, isWide: true, hint: 'Vacío: sin plazo' },
    reminders: {
      kind: 'list',
      hint: 'Correos a quien no ha pagado ni enviado comprobante, con el total y tus datos de pago',
      one: 'Recordatorio',
      add: 'Agregar recordatorio',
      entry: { day: { ...days, label: 'Días después del pedido' } },
    },
    cancels: {
      kind: 'switch',
      hint: 'Al día siguiente del plazo el pedido se cancela y le avisamos por correo; su código queda libre',
    },
  },
  ways: {
    pickup: {
      kind: 'switch',
      hint: 'Quien compra deja nombre y teléfono, sin dirección',
    },
    pickupPlace: { ...line, isWide: true, hint: 'Por ejemplo, Arauco 123, Chillán' },
    pickupHours: { ...line, hint: 'Por ejemplo, lunes a viernes de 10 a 18 h' },
    pickupPrice: pesos,
    branch: {
      kind: 'switch',
      hint: 'Quien compra elige un courier de tu lista y en qué oficina lo retira',
    },
    branchPrice: { ...pesos, isWide: true },
    branches: {
      kind: 'list',
      hint: 'Las que se proponen; de un courier sin oficinas en la lista, cada uno escribe la suya',
      one: 'Oficina',
      add: 'Agregar oficina',
      entry: {
        courier: { ...line, label: 'Courier' },
        branch: { ...line, label: 'Oficina' },
      },
    },
    payOnArrival: {
      kind: 'switch',
      hint: 'Quien compra puede pagar el envío al courier cuando lo recibe; en el pedido cuesta $0',
    },
  },
  couriers: {
    couriers: {
      kind: 'list',
      hint: 'Se proponen al despachar. En la dirección de su página, {tracking} es el número del envío',
      one: 'Courier',
      add: 'Agregar courier',
      entry: {
        name: { ...line, label: 'Nombre' },
        page: {
          ...line,
          label: 'Página de seguimiento',
          hint: 'https://www.courier.cl/seguir?n={tracking}',
          isWide: true,
        },
      },
    },
  },
  complaints: {
    complainDays: {
      ...days,
      isOptional: true,
      isWide: true,
      hint: 'Desde el último día en que puede haber llegado, según tus días de entrega. Vacío: la página del pedido no recibe reclamos',
    },
  },
  notice: {
    text: { ...line, isWide: true, hint: 'Una línea sobre la página de inicio' },
    from: { kind: 'day', isOptional: true, hint: 'Vacío: desde ya' },
    to: { kind: 'day', isOptional: true, hint: 'Vacío: hasta que lo borres' },
    ordersClosed: {
      kind: 'switch',
      hint: 'Nadie puede enviar un pedido; lo que llevan queda guardado en su navegador',
    },
    closedText: { ...line, isWide: true, hint: 'Por ejemplo, Volvemos el 15 de febrero' },
  },
  press: {
    faceMm: mm,
    cutMm: mm,
    safeMm: mm,
    paper: {
      kind: 'choice',
      options: PAPER_NAMES.map((paper) => [paper, paperLabels[paper]] as const),
    },
    marginMm: mm,
    gapMm: mm,
  },
};
