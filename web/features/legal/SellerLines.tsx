import type { Seller } from '#domain/legal/document.ts';
import { whatsappNumber } from '#domain/people/phones.ts';

export function SellerLines({ seller }: { seller: Seller }) {
  const { name, rut, address, email, whatsapp } = seller;
  const chat = whatsappNumber(whatsapp) ?? whatsapp.replaceAll(/\D/g, '');
  return (
    <>
      <li>{name}</li>
      {rut && <li>RUT {rut}</li>}
      {address && <li>{address}</li>}
      {email && (
        <li>
          <a href={`mailto:${email}`}>{email}</a>
        </li>
      )}
      {whatsapp && (
        <li>
          {chat ? (
            <a href={`https://wa.me/${chat}`}>WhatsApp {whatsapp.replaceAll(' ', '\u00a0')}</a>
          ) : (
            whatsapp
          )}
        </li>
      )}
    </>
  );
}
