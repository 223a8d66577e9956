import { line } from '#contract/fields.ts';
import { PRINTER_NAME_LENGTH } from '#contract/printers.ts';
import { ShopError } from '#domain/errors.ts';

const printerName = line(PRINTER_NAME_LENGTH);

/** Returns a printer's name from the address, trimmed. @throws ShopError `validation_failed` */
export function readPrinterName(sent: string): string {
  const { data, error } = printerName.safeParse(sent);
  if (data) return data;
  const message = error?.issues[0]?.message ?? 'Escribe el nombre de la impresora';
  throw new ShopError('validation_failed', { message, fields: { name: message } });
}
