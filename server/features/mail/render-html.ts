import { whatsappNumber } from '#domain/phones.ts';
import { type Html, html } from '../../html.ts';
import type { Letter, Sender } from './letter.ts';
import { renderBlock } from './render-block.ts';
import { day, FONT, STYLE_SHEET } from './style.ts';

const styleSheet: Html = { markup: STYLE_SHEET };
/** Keeps the first words of the body out of the preview. */
const filler: Html = { markup: '&#8199;&#847; '.repeat(40) };

/** A letter as a page that old mail programs show too: tables, and the style in the markup. */
export function renderHtml(letter: Letter, sender: Sender): string {
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
<body class="paper" style="margin:0;padding:0;background:${day.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${letter.preview}${filler}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${day.paper}"><tr><td class="outer" align="center" style="padding:32px 16px">
<table role="presentation" class="card surface line" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:${day.surface};border:1px solid ${day.line};border-radius:24px;border-collapse:separate;overflow:hidden;font-family:${FONT};font-size:16px;line-height:1.55">
<tr><td class="wide edge sun" style="padding:20px 40px;background:${day.sun};border-radius:23px 23px 0 0">${head(sender)}</td></tr>
<tr><td class="wide ink" style="padding:32px 40px 8px;color:${day.ink}">
<h1 class="ink" style="margin:0 0 12px;font-size:26px;line-height:1.25;font-weight:700;color:${day.ink}">${letter.title}</h1>
${letter.blocks.map(renderBlock)}
</td></tr>
<tr><td class="wide edge sunken line" style="padding:24px 40px 28px;background:${day.sunken};border-top:1px solid ${day.line};border-radius:0 0 23px 23px">${foot(letter, sender)}</td></tr>
</table>
</td></tr></table>
</body>
</html>`;
  return page.markup;
}

/** The shop's name beside a pin with its first letter. */
function head({ name, url }: Sender): Html {
  const initial = (Array.from(name.trim())[0] ?? '').toUpperCase();
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="brand on-brand" width="40" height="40" align="center" style="width:40px;height:40px;background:${day.brand};border-radius:20px;color:${day.onBrand};font-size:20px;line-height:40px;font-weight:700">${initial}</td>
<td style="padding-left:12px"><a class="sun-ink" href="${url}" style="color:${day.ink};font-size:20px;font-weight:700;text-decoration:none">${name}</a></td>
</tr></table>`;
}

function foot({ reason }: Letter, sender: Sender): Html {
  const { name, rut, address, email, whatsapp } = sender;
  const who = [name, rut && `RUT ${rut}`, address].filter(Boolean).join(' · ');
  const soft = `margin:0 0 6px;font-size:14px;line-height:1.5;color:${day.soft}`;
  const chat = whatsappNumber(whatsapp) ?? whatsapp.replaceAll(/\D/g, '');
  return html`<p class="soft" style="${soft}">${who}</p>
<p class="soft" style="${soft}">${[
    ...(email ? [link(`mailto:${email}`, email), html` &nbsp; `] : []),
    ...(chat ? [link(`https://wa.me/${chat}`, `WhatsApp ${whatsapp}`), html` &nbsp; `] : []),
    link(sender.url, sender.url.replace(/^https?:\/\//, '')),
  ]}</p>
<p class="soft" style="margin:14px 0 0;font-size:13px;line-height:1.5;color:${day.soft}">${reason}</p>`;
}

function link(url: string, text: string): Html {
  return html`<a class="accent" href="${url}" style="color:${day.accent}">${text}</a>`;
}
