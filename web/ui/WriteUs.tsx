import { chatNumber } from '#domain/people/phones.ts';
import { usePageConfig } from '#web/lib/config.ts';

/** Words that open a chat with the shop, or else a mail to it. */
export function WriteUs({ children }: { children: string }) {
  const { shop } = usePageConfig();
  const chat = chatNumber(shop.whatsapp);
  const url = chat ? `https://wa.me/${chat}` : shop.email && `mailto:${shop.email}`;
  return url ? <a href={url}>{children}</a> : <span>{children}</span>;
}
