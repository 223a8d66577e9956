import type { PublicConfig } from '#contract/home/config.ts';
import { instagramUrl } from '#domain/home/instagram-url.ts';
import type { Seller } from '#domain/legal/document.ts';
import { chatNumber } from '#domain/people/phones.ts';

type Props = {
  seller: Seller;
  /** Where else and when the seller is found. */
  face?: PublicConfig['face'];
};

export function SellerLines({ seller, face }: Props) {
  const { name, rut, address, email, whatsapp } = seller;
  const chat = chatNumber(whatsapp);
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
      {face?.instagram && (
        <li>
          <a href={instagramUrl(face.instagram)}>Instagram @{face.instagram}</a>
        </li>
      )}
      {face?.hours && (
        <li style={{ whiteSpace: 'pre-line' }} dir="auto">
          {face.hours}
        </li>
      )}
    </>
  );
}
