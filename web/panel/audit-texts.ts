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

const actions: Record<AuditAction, string> = {
  status_changed: 'Cambió el estado',
  notes_changed: 'Cambió las notas',
  internal_notes_changed: 'Cambió la nota interna',
  address_changed: 'Corrigió la dirección',
  payment_changed: 'Cambió el pago',
  payment_added: 'Anotó un pago',
  payment_refunded: 'Devolvió dinero del pago en línea',
  refund_noted: 'Anotó una devolución',
  refund_confirmed: 'El medio de pago devolvió dinero',
  payment_handled: 'Revisó un pago sin pedido',
  shipping_changed: 'Cambió el envío',
  document_changed: 'Cambió la boleta',
  invoice_requested: 'Quien compró pidió factura',
  cancelled_by_buyer: 'Quien compró canceló el pedido',
  cancel_requested: 'Quien compró pidió cancelar',
  cancel_declined: 'Siguió con el pedido que pidieron cancelar',
  change_requested: 'Quien compró pidió un cambio',
  change_answered: 'Contestó el cambio que pidieron',
  complaint_sent: 'Quien compró reclamó que algo salió mal',
  complaint_answered: 'Contestó el reclamo',
  reprint_started: 'Mandó hacer pines de nuevo',
  reprint_withdrawn: 'Anuló la reimpresión',
  mark_set: 'Marcó el avance',
  mark_removed: 'Quitó una marca',
  item_changed: 'Ajustó una imagen',
  items_changed: 'Cambió el pedido',
  quote_accepted: 'Quien compra aceptó la cotización',
  order_opened: 'Creó el pedido',
  pictures_added: 'Agregó las imágenes',
  picture_requested: 'Pidió otra imagen',
  picture_withdrawn: 'Dejó de pedir otra imagen',
  picture_replaced: 'Quien compró cambió una imagen',
  picture_restored: 'Volvió a la imagen anterior',
  proof_sent: 'Envió la prueba',
  proof_answered: 'El comprador respondió la prueba',
  proof_withdrawn: 'Retiró la prueba antes de que saliera',
  proof_undone: 'El comprador retiró su respuesta a la prueba',
  proof_recorded: 'Registró la aprobación',
  sheet_requested: 'Mandó a hacer la hoja de prensa',
  sheet_cancelled: 'Canceló la hoja de prensa',
  deleted: 'Eliminó',
  restored: 'Restauró',
  removed: 'Borró para siempre',
  created: 'Creó',
  toggled: 'Activó o desactivó',
  role_changed: 'Cambió el rol',
  access_changed: 'Cambió el acceso',
  settings_saved: 'Guardó los ajustes',
  settings_reset: 'Volvió a los ajustes de inicio',
  exported: 'Exportó los pedidos',
  originals_opened: 'Descargó imágenes originales',
  backup_requested: 'Pidió una copia de seguridad',
  backup_downloaded: 'Descargó una copia de seguridad',
  mail_failed: 'No se pudo entregar un correo',
  mail_retried: 'Envió de nuevo un correo',
  mail_discarded: 'Descartó un correo sin entregar',
  second_factor_added: 'Activó la verificación en dos pasos',
  second_factor_removed: 'Quitó la verificación en dos pasos',
  recovery_codes_renewed: 'Renovó los códigos de recuperación',
  person_exported: 'Descargó los datos de la persona',
  erased: 'Borró los datos de la persona',
};

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

const entities: Record<AuditEntry['entity'], string> = {
  order: 'Pedido',
  discount: 'Código',
  user: 'Cuenta',
  export: 'Archivo',
  settings: 'Ajustes',
  payment: 'Pago en línea',
};

export const actionLabel = (action: AuditAction) => actions[action];
export const entityLabel = (entity: AuditEntry['entity']) => entities[entity];

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
  paidAt: (value) => formatDay(String(value)),
  issuedOn: (value) => formatDay(String(value)),
  shippingCost: (value) => formatPesos(Number(value)),
  totalAmount: (value) => formatPesos(Number(value)),
  agreedTotal: (value) => formatPesos(Number(value)),
  charges: (value) => formatPesos(Number(value)),
  paidAmount: (value) => formatPesos(Number(value)),
  minOrderTotal: (value) => formatPesos(Number(value)),
  refund: (value) => formatPesos(Number(value)),
  refundHow: (value) =>
    REFUND_WAYS.map((way) => (way === value ? refundWayLabels[way] : '')).join(''),
  refunded: (value) => formatPesos(Number(value)),
  promisedRefund: (value) => formatPesos(Number(value)),
  promisedRefundBy: (value) => formatDay(String(value)),
  notedRefund: (value) => formatPesos(Number(value)),
  notedRefundOn: (value) => formatDay(String(value)),
};

function write(field: string, value: AuditChange['from']): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  return writers[field]?.(value) ?? String(value);
}
