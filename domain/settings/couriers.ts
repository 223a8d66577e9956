import { foldText } from '#domain/base/folding.ts';
import { DELIVERY_LIMITS } from '#domain/delivery/delivery.ts';
import { type Courier, DEFAULT_COURIERS, isTrackingPage } from '#domain/production/couriers.ts';
import { type Group, joinParts, once } from './group.ts';

export const couriers: Group<{ couriers: Courier[] }> = {
  label: 'Couriers',
  about: 'Con quién envías, y dónde se ve por dónde va cada paquete',
  usual: { couriers: DEFAULT_COURIERS },
  fields: {
    couriers: {
      kind: 'list',
      label: 'couriers',
      hint: 'Se proponen al despachar. En la dirección de su página, {tracking} es el número del envío',
      one: 'Courier',
      entry: {
        name: {
          kind: 'line',
          label: 'Nombre',
          max: DELIVERY_LIMITS.courier,
          missing: 'Escribe el courier',
        },
        page: {
          kind: 'line',
          label: 'Página de seguimiento',
          hint: 'https://www.courier.cl/seguir?n={tracking}',
          max: 300,
          format: {
            fits: isTrackingPage,
            error:
              'Escribe una dirección que empiece con https://, como https://www.courier.cl/?n={tracking}',
          },
        },
      },
      rules: [once('name', 'Este courier ya está en la lista', foldText)],
    },
  },
  summarize: (values) => joinParts(values.couriers.map(({ name }) => name)) || 'Ninguno',
};
