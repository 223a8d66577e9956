import { askForSharper } from '#domain/orders/chat.ts';
import { whatsappUrl } from '#domain/people/phones.ts';
import { type BlurredPicture, describeBlur } from '#domain/pins/blur.ts';
import { pageConfig } from '#web/lib/config.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './BlurNotice.module.css';

const SHOWN = 3;

type Props = {
  order: { id: string; fullName: string; phone: string; orderUrl: string };
  pictures: readonly BlurredPicture[];
};

/** Lists an order's blurred pictures, with a link to ask the buyer for better ones. */
export function BlurNotice({ order: { id, fullName, phone, orderUrl }, pictures }: Props) {
  const topic = { shopName: pageConfig.get().shop.name, fullName, orderId: id };
  const chat = whatsappUrl(phone, askForSharper(topic, { pictures, orderUrl }));
  const others = pictures.length - SHOWN;
  return (
    <div className={styles.notice}>
      <Icon name="warning" />
      <ul className={styles.pictures} aria-label="Imágenes borrosas">
        {pictures.slice(0, SHOWN).map((picture) => (
          <li key={picture.n}>
            <strong>Imagen {picture.n}.</strong> {describeBlur(picture)}
          </li>
        ))}
        {others > 0 && <li>{others === 1 ? 'Y otra imagen más' : `Y otras ${others} imágenes`}</li>}
      </ul>
      {chat && (
        <a
          className={styles.chat}
          href={chat}
          target="_blank"
          rel="noreferrer"
          aria-label={`Pedir una mejor por WhatsApp: pedido ${id}`}
        >
          Pedir una mejor por WhatsApp
        </a>
      )}
    </div>
  );
}
