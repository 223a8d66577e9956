import { Parser } from 'htmlparser2';
import { escapeHtml } from '#server/lib/html.ts';
import { LOGO_SIZE } from './logo.ts';

/** What may be in a logo; everything else is left out with its content. */
const ELEMENTS = new Set(
  (
    'svg g defs title desc path rect circle ellipse line polyline polygon text tspan ' +
    'linearGradient radialGradient stop clipPath mask use'
  ).split(' '),
);
/** Only their content stays. */
const WRAPPERS = new Set(['a', 'switch']);
const DRAWN = new Set('path rect circle ellipse line polyline polygon text use'.split(' '));
const TEXTS = new Set(['text', 'tspan', 'title', 'desc']);

/** Masks within masks multiply, as copies do: in these they are left out. */
const MASKS = new Set(['mask', 'clipPath']);
const MASKED = new Set(['mask', 'clip-path']);

/** Attributes that are properties of CSS, too. */
const STYLES = new Set(
  (
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin ' +
    'stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color clip-path clip-rule mask ' +
    'mask-type stop-color stop-opacity font-family font-size font-weight font-style letter-spacing ' +
    'text-anchor dominant-baseline display visibility paint-order transform'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'id x y x1 x2 y1 y2 cx cy r rx ry dx dy d points width height viewBox preserveAspectRatio offset ' +
    'fx fy fr gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits ' +
    'maskContentUnits rotate textLength lengthAdjust'
  ).split(' '),
);

const FUNCTIONS =
  /\b(?:url\(\s*["']?#[\w.:-]{1,200}["']?\s*\)|(?:rgba?|hsla?|matrix|translate|scale|rotate|skew[XY])\([\d.,%\s+e-]*\))/g;
const PLAIN = /^[\w#.,%\s'"+-]*$/;
/** Signs that XML forbids. */
const UNREADABLE = /(?![\n\r\t])\p{Cc}/u;
const REFERENCE = /^#[\w.:-]{1,200}$/;
/** Copies within copies multiply. */
const MAX_COPIES = 8;
const MAX_DEPTH = 50;
const MAX_SIDE = 1e6;

/**
 * Returns the SVG, of the size at which mails and documents draw it, shapes, gradients and text
 * alone: no scripts, links, pictures, fonts or references outside of it. Nothing of it is fetched,
 * and its entities are no markup. The classes of its style sheet become attributes.
 * @returns null when it is no SVG, has no size, or has nothing to draw
 */
export function cleanSvg(text: string): string | null {
  if (UNREADABLE.test(text)) return null;
  const classes = readClasses(text);
  const open: string[] = [];
  let hidden = 0;
  let copies = 0;
  let drawn = 0;
  let isOver = false;
  let markup = '';

  const parser = new Parser(
    {
      onopentag: (name, given) => {
        if (hidden > 0 || isOver) hidden += 1;
        else if (open.length === 0) {
          const box = name === 'svg' ? readBox(given) : null;
          if (box === null) isOver = true;
          else {
            open.push(name);
            const sized = { ...given, viewBox: box.join(' '), ...sizeOf(box) };
            markup = `<svg xmlns="http://www.w3.org/2000/svg"${writeAttributes(sized, classes)}>`;
          }
        } else if (WRAPPERS.has(name)) open.push('');
        else if (!ELEMENTS.has(name) || open.length > MAX_DEPTH) hidden = 1;
        else if (name === 'use' && copies === MAX_COPIES) hidden = 1;
        else {
          if (name === 'use') copies += 1;
          if (DRAWN.has(name)) drawn += 1;
          const isMask = open.some((outer) => MASKS.has(outer));
          open.push(name);
          markup += `<${name}${writeAttributes(given, classes, isMask)}>`;
        }
      },
      ontext: (part) => {
        if (hidden === 0 && TEXTS.has(open.at(-1) ?? '')) markup += escapeHtml(part);
      },
      onclosetag: () => {
        if (hidden > 0) hidden -= 1;
        else {
          const name = open.pop();
          if (name) markup += `</${name}>`;
          if (open.length === 0) isOver = true;
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return drawn > 0 ? markup : null;
}

type ViewBox = readonly [x: number, y: number, width: number, height: number];
type Attributes = Readonly<Record<string, string>>;
type Classes = ReadonlyMap<string, Attributes>;

function writeAttributes(given: Attributes, classes: Classes, isMask = false): string {
  const { class: names = '', style = '', 'xlink:href': href = '', ...own } = given;
  const styled = names.split(/\s+/).map((name) => classes.get(name) ?? {});
  // As in browsers, a style wins over an attribute.
  const all: Attributes = Object.assign({ href }, own, ...styled, readDeclarations(style));
  return Object.entries(all)
    .map(([name, value]) => {
      if (name === 'href') return REFERENCE.test(value) ? ` href="${value}"` : '';
      if (isMask && MASKED.has(name)) return '';
      const isKnown = ATTRIBUTES.has(name) || STYLES.has(name);
      return isKnown && value !== '' && isHarmless(value) ? ` ${name}="${escapeHtml(value)}"` : '';
    })
    .join('');
}

/** Returns whether a value has no function but colours, transformations and references inside. */
function isHarmless(value: string): boolean {
  return PLAIN.test(value.replaceAll(FUNCTIONS, ' '));
}

/** Returns the declarations of classes in the style sheets, as programs for drawing write them. */
function readClasses(text: string): Classes {
  const classes = new Map<string, Attributes>();
  for (const element of text.split('<style').slice(1)) {
    const sheet = element.slice(element.indexOf('>') + 1).split('</')[0] ?? '';
    const rules = sheet.replaceAll(/<!\[CDATA\[|\]\]>/g, '').replaceAll(/\/\*[^*]*\*\//g, '');
    for (const rule of rules.split('}')) {
      const [selectors = '', body = ''] = rule.split('{');
      const declarations = readDeclarations(body);
      for (const selector of selectors.split(',')) {
        const [, name] = /^\s*\.([\w-]+)\s*$/.exec(selector) ?? [];
        if (name) classes.set(name, { ...classes.get(name), ...declarations });
      }
    }
  }
  return classes;
}

function readDeclarations(text: string): Attributes {
  const pairs = text.split(';').map((each) => {
    const at = each.indexOf(':');
    return [each.slice(0, at).trim(), each.slice(at + 1).trim()] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => STYLES.has(name)));
}

function sizeOf([, , width, height]: ViewBox): Attributes {
  const scale = Math.min(LOGO_SIZE.width / width, LOGO_SIZE.height / height);
  const [wide, high] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return { width: String(wide), height: String(high) };
}

/** Returns the root's view box; null without a size. */
function readBox({ viewBox, width = '', height = '' }: Attributes): ViewBox | null {
  const numbers = viewBox
    ?.trim()
    .split(/[\s,]+/)
    .map(Number) ?? [...[0, 0, Number.parseFloat(width), Number.parseFloat(height)]];
  const [x = 0, y = 0, w = 0, h = 0] = numbers;
  const fits = numbers.length === 4 && numbers.every((each) => Math.abs(each) <= MAX_SIDE);
  return fits && w > 0 && h > 0 ? [x, y, w, h] : null;
}
