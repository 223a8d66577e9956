import type { DiscountCode } from '#contract/discounts/discounts-admin.ts';
import { pageConfig } from '#web/lib/config.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PrintButton, PrintSheet } from '#web/ui/PrintSheet.tsx';
import { QrCode, qrPath } from '#web/ui/QrCode.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { conditionsText } from './code-form.ts';
import styles from './ShareWindow.module.css';

type Props = { code: DiscountCode; isUsable: boolean; onClose: () => void };

export function ShareWindow({ code, isUsable, onClose }: Props) {
  const { id, link } = code;
  const file = `codigo-${id}`;
  const savePng = useTask(async () => saveFile(await qrPng(link), `${file}.png`));
  const conditions = conditionsText(code);
  return (
    <Dialog title={`Compartir ${id}`} width="narrow" onClose={onClose}>
      <div className={styles.share}>
        {!isUsable && (
          <Notice tone="info">
            Ahora nadie puede usar este código: revisa su estado y fechas.
          </Notice>
        )}
        <p>Quien abre este enlace llega a la tienda con el código anotado para su pedido.</p>
        <p className={`row ${styles.link}`}>
          <span>{link}</span>
          <CopyButton text={link} label="Copiar enlace" />
        </p>
        <QrCode text={link} label={`Código QR del enlace de ${id}`} />
        <div className={styles.actions}>
          <Button variant="secondary" busy={savePng.isBusy} onClick={savePng.run}>
            Descargar PNG
          </Button>
          <Button variant="secondary" onClick={() => saveFile(qrSvg(link), `${file}.svg`)}>
            Descargar SVG
          </Button>
          <PrintButton />
        </div>
        {savePng.error !== null && (
          <Notice tone="error">Tu navegador no pudo hacer la imagen. Descarga el SVG.</Notice>
        )}
      </div>
      <PrintSheet>
        <div className={styles.poster}>
          <h1>{pageConfig.get().shop.name}</h1>
          <QrCode text={link} label="" />
          <p className={styles.big}>{id}</p>
          {conditions && <p>{conditions}</p>}
          <p>{link}</p>
        </div>
      </PrintSheet>
    </Dialog>
  );
}

/** Side of the PNG, in pixels: sharp on half a sheet of paper. */
const SIDE = 1600;

function readColours(): { dark: string; light: string } {
  const tokens = getComputedStyle(document.documentElement);
  const read = (name: string) => tokens.getPropertyValue(name).trim();
  return { dark: read('--color-qr-dark'), light: read('--color-qr-light') };
}

/** Returns a text's QR code as an SVG file, for printing at any size. */
function qrSvg(text: string): Blob {
  const { path, size } = qrPath(text);
  const { dark, light } = readColours();
  const frame = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"`;
  const svg = `<svg ${frame} width="${SIDE}" height="${SIDE}" shape-rendering="crispEdges">
<path fill="${light}" d="M0 0h${size}v${size}H0z"/><path fill="${dark}" d="${path}"/></svg>
`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** Returns a QR code as PNG, with modules of whole pixels. @throws Error when memory is short */
async function qrPng(text: string): Promise<Blob> {
  const { path, size } = qrPath(text);
  const { dark, light } = readColours();
  const module = Math.floor(SIDE / size);
  const canvas = document.createElement('canvas');
  canvas.width = size * module;
  canvas.height = size * module;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('the browser draws no pictures');
  pen.fillStyle = light;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(module, module);
  pen.fillStyle = dark;
  pen.fill(new Path2D(path));
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture came')))),
  );
}
