import type { ErrorCode } from '#domain/base/errors.ts';
import type { NamedWay } from '#domain/delivery/ways.ts';

export const errorMessages: Record<ErrorCode, string> = {
  validation_failed: 'Revisa los datos enviados',
  invalid_json: 'No pudimos leer los datos enviados',
  body_too_large: 'Los datos enviados son demasiado grandes',
  unsupported_media_type: 'El formato de los datos enviados no es compatible',
  image_missing: 'Falta la imagen: envíala en el campo "image"',
  image_too_large: 'Archivo demasiado grande: cada imagen puede pesar hasta 5MB',
  image_type_not_allowed: 'Tipo de archivo no permitido: usa imágenes JPEG, PNG o WebP',
  image_broken: 'No pudimos leer la imagen: el archivo está dañado o incompleto',
  image_too_many_pixels: 'La imagen tiene demasiados píxeles: el máximo es 40 megapíxeles',
  image_too_complex:
    'Esta imagen exige demasiada memoria para abrirla. Guárdala como JPEG o PNG común (ni progresivo ni entrelazado) o con menos píxeles',
  upload_too_slow:
    'El archivo llegaba demasiado lento y la conexión se cortó. Intenta de nuevo con mejor señal',
  disk_full: 'Por ahora no podemos recibir más imágenes. Intenta de nuevo más tarde o escríbenos',
  receipt_missing: 'Falta el comprobante: envíalo en el campo "receipt"',
  receipt_type_not_allowed: 'Tipo de archivo no permitido: usa PDF, JPEG, PNG o WebP',
  image_not_found: 'Una imagen ya no está disponible: vuelve a subirla',
  image_already_ordered: 'Una de estas imágenes ya es parte de otro pedido',
  too_many_pending_uploads:
    'Hoy ya recibimos demasiadas imágenes. Intenta de nuevo mañana o escríbenos',
  delivery_unavailable: 'Esa forma de entrega ya no se ofrece. Elige otra para continuar',
  product_unavailable: 'Uno de los pines que elegiste ya no se ofrece. Elige otro para continuar',
  price_changed: 'El precio cambió. Revisa el nuevo total antes de confirmar',
  terms_changed: 'Las condiciones cambiaron. Revísalas antes de confirmar',
  discount_unavailable: 'El código de descuento ya no está disponible',
  idempotency_key_invalid: 'La clave Idempotency-Key debe tener entre 1 y 255 caracteres visibles',
  idempotency_key_reused: 'Esta clave ya se usó para un pedido con otros datos',
  too_many_orders:
    'Recibimos muchos pedidos de esta cuenta o correo en un día. Intenta de nuevo más tarde',
  order_changed: 'Otra persona cambió este pedido hace un momento. Revisa cómo quedó',
  order_ended: 'Este pedido ya está completado o cancelado',
  order_incomplete: 'Este pedido todavía no tiene imágenes',
  change_open: 'Ya pediste un cambio: te contestamos pronto',
  complaint_too_late: 'Este pedido no recibe reclamos desde aquí. Escríbenos y lo vemos',
  cancel_requested: 'Quien compró pidió cancelar este pedido: contéstale antes de seguir con él',
  orders_closed: 'No recibimos pedidos por ahora',
  already_paid: 'Este pedido ya está pagado',
  order_cancelled: 'Este pedido está cancelado: no se puede pagar',
  payment_unavailable:
    'No pudimos comunicarnos con el medio de pago. No se cobró nada: intenta de nuevo en unos minutos',
  quote_ended: 'Esta cotización ya no se puede aceptar: ya se aceptó, venció o se retiró',
  document_issued: 'Este pedido ya tiene su boleta o factura',
  payment_online: 'Este pago se hizo en línea: en vez de quitarlo, devuélvelo',
  refund_too_large: 'No se puede devolver más de lo que se pagó',
  statement_unreadable:
    'No reconocimos los movimientos. Descarga la cartola como Excel (.xlsx) o CSV, o copia sus filas y pégalas',
  movement_used: 'Este movimiento del banco ya se usó para un pago',
  undo_ended: 'Ya pasó el minuto para deshacer. Cada pago se puede quitar en su pedido',
  settings_changed:
    'Otra persona guardó estos ajustes hace un momento. Revisa cómo quedaron y vuelve a guardar',
  pictures_settled: 'Estos pines ya se imprimieron: sus imágenes no se pueden cambiar',
  proofs_off: 'Las pruebas están desactivadas en la configuración de la tienda',
  proof_answered: 'Esta prueba ya tiene respuesta',
  proof_settled: 'Ya no se puede cambiar tu respuesta: escríbenos y lo vemos',
  buyer_unreachable: 'Este pedido no tiene un correo al que escribir',
  discount_exists: 'Ya existe un código de descuento con ese nombre',
  discount_in_use: 'Hay pedidos con este código: desactívalo en vez de eliminarlo',
  last_admin: 'Es la última cuenta de administrador activa: nombra a otra antes',
  admin_by_config: 'Esta cuenta es de administrador por la configuración de la tienda',
  email_not_verified:
    'Esta cuenta no ha verificado su correo: podrá ser de administrador cuando lo haga',
  order_under_way:
    'Hay un pedido en curso: los datos se pueden borrar cuando esté completado o cancelado',
  backup_under_way: 'Ya se está preparando una copia. Espera a que termine',
  fresh_sign_in_required: 'Por seguridad, vuelve a iniciar sesión para hacer esto',
  second_factor_required: 'Falta el código de tu verificación en dos pasos',
  second_factor_wrong:
    'El código no es correcto o ya se usó. Espera el siguiente y vuelve a intentarlo',
  second_factor_expired: 'La activación venció. Empieza de nuevo y escanea el código nuevo',
  second_factor_exists: 'Esta cuenta ya tiene la verificación en dos pasos',
  second_factor_missing: 'Esta cuenta no tiene la verificación en dos pasos',
  unauthenticated: 'Inicia sesión para continuar',
  account_disabled: 'Tu cuenta está desactivada. Escríbenos para resolverlo',
  forbidden: 'No tienes permisos para realizar esta accion',
  not_found: 'Recurso no encontrado',
  too_many_requests: 'Demasiados intentos. Espera un momento y vuelve a intentarlo',
  busy: 'Hay mucha gente a la vez. Espera unos segundos y vuelve a intentarlo',
  internal_error: 'Error interno del servidor',
  unavailable: 'El servicio no está disponible. Intenta de nuevo en unos minutos',
};

export const ORDER_PLACED =
  '¡Pedido creado exitosamente! Te contactaremos pronto para coordinar el pago y envío.';

/** Returns the confirmation of a new order, by its way of delivery. @param isFree it costs nothing */
export function describePlaced(
  { way }: Pick<NamedWay, 'way'> = {},
  { isFree = false } = {},
): string {
  const placed = isFree ? ORDER_PLACED.replace('pago y envío', 'envío') : ORDER_PLACED;
  return way === 'pickup' ? placed.replace('envío', 'retiro') : placed;
}
