import type { AuditAction, AuditChange, AuditEntry } from '#contract/base/audit.ts';
import { formatDay } from '#domain/base/dates.ts';
import { mapKeys } from '#domain/base/keys.ts';
import { formatPesos } from '#domain/base/money.ts';
import { changeLabels } from '#domain/delivery/view-labels.ts';
import { mailLabel } from '#domain/health/mail-labels.ts';
import { ACTS } from '#domain/orders/order-stage.ts';
import { statusLabel } from '#domain/orders/status.ts';
import { REFUND_WAYS, refundWayLabels } from '#domain/payments/refunds.ts';
import { proofLabel } from '#domain/production/proofs.ts';
import { findGroup, settingsGroups, settingsLabels } from '#domain/settings/settings.ts';

const fields: Readonly<Record<string, string>> = {
  status: 'estado',
  ...changeLabels,
  ...settingsLabels,
  internalNotes: 'nota interna',
  buyerNotes: 'nota sobre la persona',
  shippingCost: 'envío',
  totalAmount: 'total',
  ...mapKeys(ACTS, (act): string => ACTS[act].label.toLowerCase()),
  deleted: 'en la papelera',
  cancelRequested: 'pidieron cancelar',
  complaintItems: 'imágenes',
  promisedRefund: 'devolución prometida',
  promisedRefundBy: 'plazo de la devolución',
  notedRefund: 'devolución anotada',
  notedRefundOn: 'fecha de la devolución',
  reprintedPins: 'pines de nuevo',
  reprint: 'reimpresión',
  pictureRequested: 'imagen pedida',
  paidAt: 'fecha del pago',
  paidAmount: 'monto del pago',
  how: 'forma de pago',
  payment: 'pago',
  refund: 'devuelto',
  refundHow: 'forma de devolución',
  refunded: 'devuelto en total',
  courier: 'empresa de envío',
  document: 'boleta',
  invoice: 'datos de la factura',
  issuedOn: 'fecha de la boleta',
  documentFile: 'PDF de la boleta',
  trackingNumber: 'número de seguimiento',
  isActive: 'activo',
  role: 'rol',
  code: 'código',
  name: 'nombre',
  type: 'tipo',
  value: 'valor',
  maxUses: 'máximo de usos',
  multipleUse: 'uso múltiple',
  oncePerBuyer: 'una vez por persona',
  minOrderTotal: 'mínimo de compra',
  startsAt: 'inicio',
  expiresAt: 'expiración',
  picture: 'imagen',
  pictures: 'todas las imágenes',
  orders: 'pedidos',
  sheet: 'hoja',
  product: 'producto',
  products: 'productos',
  productOrder: 'orden de los productos',
  press: 'medidas',
  finishes: 'acabados',
  retired: 'retirado',
  item: 'imagen n.º',
  newPictures: 'imágenes nuevas',
  accepted: 'aceptado',
  itemAdded: 'agregó la imagen n.º',
  itemRemoved: 'quitó la imagen n.º',
  quantity: 'cantidad',
  finish: 'acabado',
  pictureName: 'nombre del archivo',
  charges: 'otros cargos',
  agreedTotal: 'total acordado',
  crop: 'encuadre',
  text: 'texto del pin',
  proof: 'prueba',
  pins: 'pines',
  mail: 'correo',
  hash: 'huella',
  q: 'búsqueda',
  from: 'desde',
  to: 'hasta',
};

export function entityName(entity: AuditEntry['entity'], id: string): string {
  const group = entity === 'settings' && findGroup(id);
  return group ? settingsGroups[group].label : id;
}

/** Actions of buyers, by a mail's link or signed in. */
const OF_BUYERS: readonly (AuditAction | undefined)[] = [
  'proof_answered',
  'proof_undone',
  'cancelled_by_buyer',
  'cancel_requested',
  'change_requested',
  'picture_replaced',
  'pictures_added',
  'complaint_sent',
  'quote_accepted',
  'invoice_requested',
];

/** Returns who did it; without an account it is the shop, or a buyer by a mail's link. */
export function actorName(by: AuditEntry['by'], action?: AuditEntry['action']): string {
  if (by === null && OF_BUYERS.includes(action)) return 'Quien compró';
  return by === null ? 'La tienda' : (by.email ?? 'Una cuenta que ya no existe');
}

/** Returns the changes on one line; fields with personal data only by name. */
export function describeChanges(changes: readonly AuditChange[]): string {
  return changes
    .map(({ field, from, to }) => {
      const name = fields[field] ?? field;
      if (from === undefined && to === undefined) return name;
      if (from === undefined) return `${name}: ${write(field, to)}`;
      return `${name}: ${write(field, from)} → ${write(field, to)}`;
    })
    .join(', ');
}

type Value = string | number;

const writers: Readonly<Record<string, (value: Value) => string>> = {
  status: (value) => statusLabel(String(value)),
  mail: (value) => mailLabel(String(value)),
  proof: (value) => proofLabel(String(value)),
  hash: (value) => String(value).slice(0, 12),
  role: (value) => (value === 'admin' ? 'Administrador' : 'Usuario'),
  refundHow: (value) =>
    REFUND_WAYS.map((way) => (way === value ? refundWayLabels[way] : '')).join(''),
};
const DAYS = ['paidAt', 'issuedOn', 'promisedRefundBy', 'notedRefundOn'];
const AMOUNTS = [
  ...['shippingCost', 'totalAmount', 'agreedTotal', 'charges', 'minOrderTotal'],
  ...['paidAmount', 'refund', 'refunded', 'promisedRefund', 'notedRefund'],
];

function write(field: string, value: AuditChange['from']): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (DAYS.includes(field)) return formatDay(String(value));
  if (AMOUNTS.includes(field)) return formatPesos(Number(value));
  return writers[field]?.(value) ?? String(value);
}
