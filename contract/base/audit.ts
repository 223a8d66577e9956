import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { keysOf } from '#domain/base/keys.ts';
import { success } from './fields.ts';
import { cursor, limit, nextCursor } from './paging.ts';

/** What an entry is about, in the panel's words. */
export const auditEntities = {
  order: 'Pedido',
  discount: 'Código',
  user: 'Cuenta',
  export: 'Archivo',
  settings: 'Ajustes',
  payment: 'Pago en línea',
};
export type AuditEntity = keyof typeof auditEntities;

/** What was done, in the panel's words. */
export const auditActions = {
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
  order_opened: 'Creó el pedido',
  quote_accepted: 'Quien compra aceptó la cotización',
  pictures_added: 'Agregó las imágenes',
  picture_requested: 'Pidió otra imagen',
  picture_withdrawn: 'Dejó de pedir otra imagen',
  picture_replaced: 'Quien compró cambió una imagen',
  picture_restored: 'Volvió a la imagen anterior',
  proof_sent: 'Envió la prueba',
  proof_answered: 'El comprador respondió la prueba',
  proof_undone: 'El comprador retiró su respuesta a la prueba',
  proof_withdrawn: 'Retiró la prueba antes de que saliera',
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
export type AuditAction = keyof typeof auditActions;

const value = z.nullable(z.union([z.string(), z.number(), z.boolean()]));

/** A changed field: statuses, flags and figures with their values, others by name only. */
export const auditChange = z.object({
  field: z.string(),
  from: z.optional(value),
  to: z.optional(value),
});
export type AuditChange = z.infer<typeof auditChange>;

/** Null: the shop itself. The e-mail is the current one, null for an erased account. */
export const actor = z.nullable(z.object({ uid: z.string(), email: z.nullable(z.string()) }));

export const auditFacts = {
  id: z.string(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  by: actor,
  action: z.enum(keysOf(auditActions)),
  changes: z.array(auditChange),
};

export const auditEntry = z.object({
  ...auditFacts,
  entity: z.enum(keysOf(auditEntities)),
  /** The id of an order, a code, an account's uid, a file's name, a group of settings or a payment. */
  entityId: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listActivity = adminRoute('GET', '/admin/dashboard/activity', {
  summary: 'The audit trail, newest first',
  query: z.object({
    entity: z.optional(z.enum(keysOf(auditEntities), { error: 'Este tipo no existe' })),
    limit: limit(50),
    cursor,
  }),
  answer: success({ activity: z.array(auditEntry), nextCursor }),
});
