import { type DeliveryForm, trimDelivery } from '#domain/delivery.ts';
import { regionName } from '#domain/regions.ts';
import { formatPoint } from '#web/maps/looks.ts';
import styles from './DeliveryFacts.module.css';

/** The delivery data as they will be printed on the parcel. */
export function DeliveryFacts({ form }: { form: DeliveryForm }) {
  const { recipientName, phone, email, address, city, region, additionalInfo, coordinates } =
    trimDelivery(form);
  const facts = [
    ['Nombre', recipientName],
    ['Teléfono', phone],
    ['Email', email],
    ['Dirección', address],
    ['Ciudad', city],
    ['Región', regionName(region)],
    ['Notas', additionalInfo],
    ['Punto en el mapa', coordinates && formatPoint(coordinates)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
