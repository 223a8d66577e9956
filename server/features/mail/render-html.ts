import {
  type LegalBlock,
  type LegalItem,
  type LegalText,
  nameVersion,
} from '#domain/legal/document.ts';
import { chatNumber } from '#domain/people/phones.ts';
import type { Size } from '#domain/pins/crops.ts';
import { type Html, html } from '#server/lib/html.ts';
import {
  type Block,
  type Fact,
  type Letter,
  type LetterPicture,
  LOGO_CID,
  type Price,
  type Sender,
} from './letter.ts';

/** The light colours. Mail programs do not support CSS variables, so each style has its value. */
const light = {
  paper: '#fffaf3',
  surface: '#ffffff',
  sunken: '#fbf0e1',
  line: '#e7d6c2',
  ink: '#2b1637',
  soft: '#65526e',
  sun: '#ffc845',
  brand: '#c8203f',
  onBrand: '#ffffff',
  accent: '#2c43b0',
  control: '#85717f',
} as const;

/** The dark colours, for mail programs that follow the system's setting. */
const dark: Record<keyof typeof light, string> = {
  paper: '#1b1022',
  surface: '#281a32',
  sunken: '#21152a',
  line: '#4a3656',
  ink: '#fbf0f3',
  soft: '#cfbdd5',
  sun: '#3a2150',
  brand: '#ff8291',
  onBrand: '#2d0a14',
  accent: '#b3c0ff',
  control: '#a390ae',
};

const FONT = "'Nunito','Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Rules that need media queries: dark colours, and less padding on narrow screens. */
const STYLE_SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{text-underline-offset:2px}
@media (max-width:480px){
.wide{padding-left:20px!important;padding-right:20px!important}
.outer{padding:0!important}
.edge{border-radius:0!important}
.card{border-radius:0!important;border-left:0!important;border-right:0!important}
.label{display:block!important;width:auto!important;padding-bottom:0!important}
.value{display:block!important;width:auto!important;padding-top:0!important}
}
@media (prefers-color-scheme:dark){
.paper{background:${dark.paper}!important}
.surface{background:${dark.surface}!important}
.sunken{background:${dark.sunken}!important}
.sun{background:${dark.sun}!important}
.line{border-color:${dark.line}!important}
.control{border-color:${dark.control}!important}
.ink{color:${dark.ink}!important}
.soft{color:${dark.soft}!important}
.accent{color:${dark.accent}!important}
.sun-ink{color:#ffd978!important}
.brand{background:${dark.brand}!important}
.on-brand{color:${dark.onBrand}!important}
}`;

const soft = `font-size:14px;line-height:1.5;color:${light.soft}`;

const styleSheet: Html = { markup: STYLE_SHEET };
/** Invisible padding that keeps the body's first words out of the preview. */
const filler: Html = { markup: '&#8199;&#847; '.repeat(40) };

/** Renders a letter as HTML for old mail programs too: tables and inline styles. */
export function renderHtml(letter: Letter, sender: Sender): string {
  const main = letter.blocks.find(({ kind }) => kind === 'button');
  const page = html`<!doctype html>
<html lang="es" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${letter.subject}</title>
<style>${styleSheet}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${letter.preview}${filler}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.paper}"><tr><td class="outer" align="center" style="padding:32px 16px">
<table role="presentation" class="card surface line" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:${light.surface};border:1px solid ${light.line};border-radius:24px;border-collapse:separate;overflow:hidden;overflow-wrap:anywhere;word-break:break-word;font-family:${FONT};font-size:16px;line-height:1.55">
<tr><td class="wide edge sun" style="padding:20px 40px;background:${light.sun};border-radius:23px 23px 0 0">${head(sender)}</td></tr>
<tr><td class="wide ink" style="padding:32px 40px 8px;color:${light.ink}">
<h1 class="ink" style="margin:0 0 12px;font-size:26px;line-height:1.25;font-weight:700;color:${light.ink}">${letter.title}</h1>
${letter.blocks.map((block) => renderBlock(block, block === main))}
</td></tr>
<tr><td class="wide edge sunken line" style="padding:24px 40px 28px;background:${light.sunken};border-top:1px solid ${light.line};border-radius:0 0 23px 23px">${foot(letter, sender)}</td></tr>
</table>
</td></tr></table>
</body>
</html>`;
  return page.markup;
}

const PIN = { rim: '#fdfdfc', edge: '#2b1637', face: '#c8203f', smile: '#ffc845' };

/** The shop's logo, drawn with boxes: mail programs block SVG and linked images. */
const pin = html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;background:${PIN.face};border:3px solid ${PIN.rim};border-radius:22px;outline:1px solid ${PIN.edge}"><tr>
<td width="36" height="36" align="center" valign="middle" style="width:36px;height:36px;line-height:0;font-size:0">
<span style="display:inline-block;width:5px;height:7px;margin:0 4px 0 0;background:${PIN.smile};border-radius:4px"></span><span style="display:inline-block;width:7px;height:4px;margin:0 0 2px 3px;border:2px solid ${PIN.smile};border-bottom:0;border-radius:8px 8px 0 0"></span>
<span style="display:block;width:20px;height:9px;margin:4px auto 0;background:${PIN.smile};border-radius:2px 2px 20px 20px"></span>
</td></tr></table>`;

const LOGO_HEIGHT = 44;
const LOGO_MAX_WIDTH = 160;

/** The shop's own logo, on paper in both themes: it is drawn for a light ground. */
function ownLogo({ width, height }: Size): Html {
  const scale = Math.min(LOGO_HEIGHT / height, LOGO_MAX_WIDTH / width);
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  return html`<img src="cid:${LOGO_CID}" alt="" width="${wide}" height="${high}" style="display:block;width:${wide}px;height:${high}px;padding:4px;background:${light.surface};border-radius:8px">`;
}

function head({ name, url, logo }: Sender): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="44" aria-hidden="true">${logo ? ownLogo(logo) : pin}</td>
<td style="padding-left:12px"><a class="sun-ink" href="${url}" style="color:${light.ink};font-size:20px;font-weight:700;text-decoration:none">${name}</a></td>
</tr></table>`;
}

function foot({ reason }: Letter, sender: Sender): Html {
  const { name, rut, address, email, whatsapp } = sender;
  const who = [name, rut && `RUT ${rut}`, address].filter(Boolean).join(' · ');
  const soft = `margin:0 0 6px;font-size:14px;line-height:1.5;color:${light.soft}`;
  const chat = chatNumber(whatsapp);
  return html`<p class="soft" style="${soft}">${who}</p>
<p class="soft" style="${soft}">${[
    ...(email ? [link(`mailto:${email}`, email), html` &nbsp; `] : []),
    ...(chat
      ? [
          link(`https://wa.me/${chat}`, `WhatsApp ${whatsapp}`, ';white-space:nowrap'),
          html` &nbsp; `,
        ]
      : []),
    link(sender.url, sender.url.replace(/^https?:\/\//, '')),
  ]}</p>
<p class="soft" style="margin:14px 0 0;font-size:13px;line-height:1.5;color:${light.soft}">${reason}</p>`;
}

function link(url: string, text: string, style = ''): Html {
  return html`<a class="accent" href="${url}" style="color:${light.accent}${style}">${text}</a>`;
}

const SAFE_URL = /^(https?:\/\/|mailto:|tel:)/;

/** @param isMain whether the block is the main button, which is filled */
function renderBlock(block: Block, isMain: boolean): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p class="ink" style="margin:0 0 20px;color:${light.ink};white-space:pre-line">${block.text}</p>`;
    case 'note':
      return html`<p class="soft" style="margin:0 0 24px;font-size:15px;color:${light.soft}">${block.text}</p>`;
    case 'highlight':
      return highlight(block.label, block.value);
    case 'button':
      return button(block, isMain);
    case 'steps':
      return section(block.title, html`${block.items.map(step)}`);
    case 'facts':
      return section(block.title, html`${block.facts.map(fact)}`);
    case 'pictures':
      return section(block.title, html`${block.pictures.map(picture)}`);
    case 'prices':
      return section(block.title, html`${block.prices.map(price)}`);
    case 'legal':
      return renderLegal(block.text);
  }
}

function highlight(label: string, value: string): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr>
<td class="sunken" style="padding:14px 20px;background:${light.sunken};border-radius:16px"><span class="soft" style="font-size:14px;color:${light.soft}">${label}</span><br><span class="ink" style="font-size:22px;font-weight:700;letter-spacing:1px;white-space:nowrap;color:${light.ink}">${value}</span></td>
</tr></table>`;
}

function button({ label, url }: { label: string; url: string }, isMain: boolean): Html {
  const [place, background] = isMain
    ? ['brand', `background:${light.brand}`]
    : ['control', `border:2px solid ${light.control}`];
  const [tone, colour] = isMain ? ['on-brand', light.onBrand] : ['ink', light.ink];
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px"><tr>
<td class="${place}" style="${background};border-radius:999px"><a class="${tone}" href="${safe(url)}" style="display:inline-block;padding:13px 28px;color:${colour};font-weight:700;text-decoration:none">${label}</a></td>
</tr></table>`;
}

function section(title: string, rows: Html): Html {
  return html`<h2 class="ink" style="margin:8px 0 8px;font-size:18px;line-height:1.3;color:${light.ink}">${title}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;border-collapse:collapse">${rows}</table>`;
}

function step(text: string, at: number): Html {
  return html`<tr><td width="28" valign="top" class="accent" style="padding:4px 0;font-weight:700;color:${light.accent}">${at + 1}.</td><td class="ink" style="padding:4px 0;color:${light.ink}">${text}</td></tr>`;
}

function fact({ label, value, url }: Fact): Html {
  const shown = url
    ? html`<a class="accent" href="${safe(url)}" style="color:${light.accent}">${value}</a>`
    : html`${value}`;
  return html`<tr class="line" style="border-top:1px solid ${light.line}">
<td class="label soft" width="150" valign="top" style="padding:9px 12px 9px 0;color:${light.soft}">${label}</td>
<td class="value ink" valign="top" style="padding:9px 0;color:${light.ink};white-space:pre-line">${shown}</td></tr>`;
}

/** A picture, round like its pin; square in programs without `border-radius`. */
function picture({ cid, quantity, pin, name, notes }: LetterPicture, at: number): Html {
  const title = `Imagen ${at + 1}`;
  const face = cid
    ? html`<img src="cid:${cid}" width="64" height="64" alt="${title}" class="line" style="display:block;width:64px;height:64px;border:2px solid ${light.line};border-radius:50%;object-fit:cover">`
    : html`<span class="soft" style="font-size:13px;color:${light.soft}">Imagen no disponible</span>`;
  const line = (text: string, tone: 'ink' | 'soft') =>
    html`<br><span class="${tone}" style="font-size:15px;color:${light[tone]};white-space:pre-line">${text}</span>`;
  const lines = [
    ...(pin ? [line(pin, 'ink')] : []),
    ...(name ? [line(name, 'soft')] : []),
    ...(notes ? [line(notes, 'ink')] : []),
  ];
  return html`<tr class="line" style="border-top:1px solid ${light.line}">
<td width="84" valign="middle" style="padding:10px 16px 10px 0">${face}</td>
<td class="ink" valign="middle" style="padding:10px 0;color:${light.ink}"><strong>${title}</strong>${lines}</td>
<td class="ink" align="right" valign="middle" style="padding:10px 0 10px 12px;color:${light.ink};font-weight:700;white-space:nowrap">× ${quantity}</td></tr>`;
}

function price({ label, amount, isTotal = false }: Price): Html {
  const look = isTotal ? 'font-size:19px;font-weight:700' : 'font-size:16px';
  return html`<tr class="line" style="border-top:1px solid ${light.line}">
<td class="ink" style="padding:9px 12px 9px 0;color:${light.ink};${look}">${label}</td>
<td class="ink" align="right" style="padding:9px 0;color:${light.ink};white-space:nowrap;${look}">${amount}</td></tr>`;
}

/** @throws Error for a URL that could run a script */
function safe(url: string): string {
  if (!SAFE_URL.test(url)) throw new Error('not a link for a mail');
  return url;
}

function renderLegal({ title, version, intro, sections }: LegalText): Html {
  return html`<h2 class="ink line" style="margin:8px 0 4px;padding-top:20px;border-top:1px solid ${light.line};font-size:16px;line-height:1.3;color:${light.ink}">${title}</h2>
<p class="soft" style="margin:0 0 8px;${soft}">${nameVersion(version)}. ${intro}</p>
${sections.map((section) => html`<h3 class="ink" style="margin:12px 0 4px;font-size:14px;line-height:1.3;color:${light.ink}">${section.title}</h3>${section.blocks.map(block)}`)}`;
}

function block(content: LegalBlock): Html {
  if (typeof content === 'string') {
    return html`<p class="soft" style="margin:0 0 6px;${soft}">${content}</p>`;
  }
  return html`<ul class="soft" style="margin:0 0 6px;padding:0 0 0 20px;${soft}">${content.map(
    (item) => html`<li>${itemText(item)}</li>`,
  )}</ul>`;
}

/** A legal text as lines, for plain mails. */
export function legalLines({ title, version, intro, sections }: LegalText): string {
  const parts = sections.map((section) =>
    [section.title, ...section.blocks.flatMap(blockLines)].join('\n'),
  );
  return [`${title.toUpperCase()}\n${nameVersion(version)}. ${intro}`, ...parts].join('\n\n');
}

function blockLines(content: LegalBlock): string[] {
  return typeof content === 'string' ? [content] : content.map((item) => `- ${itemText(item)}`);
}

function itemText(item: LegalItem): string {
  return typeof item === 'string' ? item : `${item.name}: ${item.text}`;
}
