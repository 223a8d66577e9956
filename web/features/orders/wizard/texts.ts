export const STORAGE_MISSING =
  'Este navegador no nos deja guardar tu avance. Puedes pedir igual, pero no cierres esta página.';
export const EARLIER_PLACED =
  'Tu intento anterior sí había llegado: el pedido quedó con los datos de ese momento. Si querías cambiar algo, escríbenos con este número.';
export const ANSWER_LOST =
  'Tu último intento quedó sin respuesta. Confirma de nuevo con tranquilidad: si el pedido ya llegó verás su número, y nunca se crea dos veces.';
export const STILL_TRYING =
  'La tienda no responde todavía. Seguimos intentando solos unos segundos más: no cierres esta página. Tu pedido nunca se crea dos veces.';
export const ALL_KEPT = 'Tu pedido sigue aquí, completo: nada de lo que hiciste se pierde.';
export const NOT_FINISHED = 'Error al procesar el pedido. Por favor intenta de nuevo.';
export const STILL_PLACED = 'Tu pedido sí quedó hecho, con este número: no hace falta repetirlo.';
