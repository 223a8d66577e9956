import {
  type LegalBlock,
  type LegalItem,
  type LegalText,
  nameVersion,
} from '#domain/legal/document.ts';
import { type Html, html } from '../../html.ts';
import { day } from './style.ts';

const soft = `font-size:14px;line-height:1.5;color:${day.soft}`;

export function renderLegal({ title, version, intro, sections }: LegalText): Html {
  return html`<h2 class="ink line" style="margin:8px 0 4px;padding-top:20px;border-top:1px solid ${day.line};font-size:16px;line-height:1.3;color:${day.ink}">${title}</h2>
<p class="soft" style="margin:0 0 8px;${soft}">${nameVersion(version)}. ${intro}</p>
${sections.map((section) => html`<h3 class="ink" style="margin:12px 0 4px;font-size:14px;line-height:1.3;color:${day.ink}">${section.title}</h3>${section.blocks.map(block)}`)}`;
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
