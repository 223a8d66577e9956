import type { Block, Letter, LetterPicture, Sender } from './letter.ts';
import { legalLines } from './render-html.ts';

export function renderText(letter: Letter, sender: Sender): string {
  const parts = [letter.title, ...letter.blocks.map(blockText), footText(letter, sender)];
  return `${parts.join('\n\n')}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text;
    case 'highlight':
      return `${block.label}: ${block.value}`;
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'steps':
      return titled(
        block.title,
        block.items.map((item, at) => `${at + 1}. ${item}`),
      );
    case 'facts':
      return titled(
        block.title,
        block.facts.map(({ label, value, url = '' }) =>
          url.startsWith('http') ? `${label}: ${value} (${url})` : `${label}: ${value}`,
        ),
      );
    case 'pictures':
      return titled(block.title, block.pictures.map(pictureText));
    case 'prices':
      return titled(
        block.title,
        block.prices.map(({ label, amount }) => `${label}: ${amount}`),
      );
    case 'legal':
      return legalLines(block.text);
  }
}

function pictureText({ quantity, pin, name, notes }: LetterPicture, at: number): string {
  const words = [
    `Imagen ${at + 1}`,
    name && `(${name})`,
    `× ${quantity}`,
    pin && `· ${pin}`,
    notes && `— ${notes}`,
  ];
  return words.filter(Boolean).join(' ');
}

function titled(title: string, lines: readonly string[]): string {
  return [title.toUpperCase(), ...lines].join('\n');
}

function footText({ reason }: Letter, sender: Sender): string {
  const { name, address, email, whatsapp, rut, url } = sender;
  const contact = [
    [name, rut && `RUT ${rut}`, address].filter(Boolean).join(' · '),
    email && `Correo: ${email}`,
    whatsapp && `WhatsApp: ${whatsapp}`,
    url,
  ];
  return ['-- ', ...contact.filter(Boolean), '', reason].join('\n');
}
