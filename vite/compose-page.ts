export type PageParts = {
  /** The page's template, with placeholders for the rest. */
  template: string;
  /** The home page as rendered by the program. */
  markup: string;
  /** The program's own style sheets, in order. */
  styles: readonly { address: string; css: string }[];
  program: readonly string[];
  /** The script that is loaded on the first error. */
  reporter: string;
  /** The script that older browsers load before the program. */
  older: string;
  loader: string;
  /** Contents of files to inline in the page, by their URLs. */
  carried: ReadonlyMap<string, string>;
};

const PROGRAM = '<script type="module" src="/web/main.tsx"></script>';
const STYLES = '<!--app-styles-->';
const MARKUP = '<!--app-html-->';
/** Placeholders have no space. */
const COMMENTS = / *<!-- .* -->\n/g;

/**
 * Composes the page: one file that renders without requests, whose script loads the rest.
 * @throws Error if a placeholder or the URL of a file to inline is not in the page
 */
export function composePage({ carried, ...parts }: PageParts): string {
  let page = parts.template.replaceAll(COMMENTS, '');
  page = put(page, STYLES, preloads(carried) + styleElement(parts.styles));
  page = put(page, MARKUP, parts.markup);
  page = put(page, PROGRAM, scriptElement(parts));
  for (const [address, content] of carried) page = carry(page, address, content);
  return page;
}

function put(page: string, mark: string, content: string): string {
  if (!page.includes(mark)) throw new Error(`the page has no ${mark}`);
  return page.replace(mark, () => content);
}

/** A font's second copy compresses to a few bytes; without it text is laid out before its font. */
function preloads(carried: PageParts['carried']): string {
  const fonts = [...carried.values()].filter((content) => content.startsWith('data:font/'));
  return fonts.map((font) => `<link rel="preload" as="font" crossorigin href="${font}">`).join('');
}

function styleElement(styles: PageParts['styles']): string {
  const css = styles.map((sheet) => sheet.css).join('');
  return `<style>${css.replaceAll('</style', '<\\/style')}</style>`;
}

type Scripts = Pick<PageParts, 'program' | 'reporter' | 'older' | 'loader' | 'styles'>;

function scriptElement({ program, reporter, older, loader, styles }: Scripts): string {
  if (program.length === 0) throw new Error('the page has no program');
  const code = loader.trim().replaceAll('</script', '<\\/script');
  const sheets = styles.map(({ address }) => address).join(' ');
  const addresses = `data-program="${program.join(' ')}" data-styles="${sheets}" data-reporter="${reporter}" data-older="${older}"`;
  return `<script type="module" ${addresses}>${code}</script>`;
}

/** Inlines a file's content where an attribute or a style has its URL. */
function carry(page: string, address: string, content: string): string {
  const whole = page
    .replaceAll(`"${address}"`, `"${content}"`)
    .replaceAll(`(${address})`, `(${content})`);
  if (whole === page) throw new Error(`the page does not name ${address}`);
  return whole;
}
