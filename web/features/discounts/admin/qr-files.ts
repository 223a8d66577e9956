import { qrPath } from '#web/ui/qr-path.ts';

/** Side of the picture, in pixels: sharp on half a sheet of paper. */
const SIDE = 1600;

function readColours(): { dark: string; light: string } {
  const tokens = getComputedStyle(document.documentElement);
  const read = (name: string) => tokens.getPropertyValue(name).trim();
  return { dark: read('--color-qr-dark'), light: read('--color-qr-light') };
}

/** Returns a text's QR code as an SVG file, for print at any size. */
export function qrSvg(text: string): Blob {
  const { path, size } = qrPath(text);
  const { dark, light } = readColours();
  const frame = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"`;
  const svg = `<svg ${frame} width="${SIDE}" height="${SIDE}" shape-rendering="crispEdges">
<path fill="${light}" d="M0 0h${size}v${size}H0z"/><path fill="${dark}" d="${path}"/></svg>
`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** Returns a QR code as PNG, its modules whole pixels. @throws Error when memory is short */
export async function qrPng(text: string): Promise<Blob> {
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
