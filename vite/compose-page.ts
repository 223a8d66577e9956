export type PageParts = {
  /** The page's frame, with marks where the rest belongs. */
  template: string;
  /** The home page as the program renders it. */
  markup: string;
  /** The program's own style sheets, in their order. */
  styles: readonly { address: string; css: string }[];
  program: readonly string[];
  /** The script that is brought when something fails. */
  reporter: string;
  loader: string;
  /** Contents of files that the page brings along, by their addresses. */
  carried: ReadonlyMap<string, string>;
};

const PROGRAM = '<script type="module" src="/web/main.tsx"></script>';
const STYLES = '<!--app-styles-->';
const MARKUP = '<!--app-html-->';

/**
 * Puts the page together: it shows by itself, in one file, and its script loads the rest.
 * @throws Error when a mark or the address of a carried file is nowhere in the page
 */
export function composePage({ carried, ...parts }: PageParts): string {
  let page = parts.template;
  page = put(page, STYLES, styleElements(parts.styles));
  page = put(page, MARKUP, parts.markup);
  page = put(page, PROGRAM, scriptElement(parts));
  for (const [address, content] of carried) page = carry(page, address, content);
  return page;
}

function put(page: string, mark: string, content: string): string {
  if (!page.includes(mark)) throw new Error(`the page has no ${mark}`);
  return page.replace(mark, () => content);
}

function styleElements(styles: PageParts['styles']): string {
  // A disabled link loads nothing; it tells a part that comes later that its sheet is here.
  const links = styles.map(({ address }) => `<link rel="stylesheet" href="${address}" disabled>`);
  const css = styles.map((sheet) => sheet.css).join('');
  return `${links.join('')}<style>${css.replaceAll('</style', '<\\/style')}</style>`;
}

type Scripts = Pick<PageParts, 'program' | 'reporter' | 'loader'>;

function scriptElement({ program, reporter, loader }: Scripts): string {
  if (program.length === 0) throw new Error('the page has no program');
  const code = loader.trim().replaceAll('</script', '<\\/script');
  const addresses = `data-program="${program.join(' ')}" data-reporter="${reporter}"`;
  return `<script type="module" ${addresses}>${code}</script>`;
}

/** Puts a file's content where the page names the file alone, in an attribute or a style. */
function carry(page: string, address: string, content: string): string {
  const whole = page
    .replaceAll(`"${address}"`, `"${content}"`)
    .replaceAll(`(${address})`, `(${content})`);
  if (whole === page) throw new Error(`the page does not name ${address}`);
  return whole;
}
