import { foldText } from '#domain/base/folding.ts';
import { DELIVERY_LIMITS } from '#domain/delivery/delivery.ts';
import { type Courier, DEFAULT_COURIERS, isTrackingPage } from '#domain/production/couriers.ts';
import { type Group, joinParts, line, list, once } from './group.ts';

export const couriers: Group<{ couriers: Courier[] }> = {
  label: 'Couriers',
  about: 'Con quién envías, y dónde se ve por dónde va cada paquete',
  usual: { couriers: DEFAULT_COURIERS },
  fields: {
    couriers: list('couriers', {
      hint: 'Se proponen al despachar. En la dirección de su página, {tracking} es el número del envío',
      one: 'Courier',
      entry: {
        name: line('Nombre', DELIVERY_LIMITS.courier, { missing: 'Escribe el courier' }),
        page: line('Página de seguimiento', 300, {
          hint: 'https://www.courier.cl/seguir?n={tracking}',
          format: {
            fits: isTrackingPage,
            error:
              'Escribe una dirección que empiece con https://, como https://www.courier.cl/?n={tracking}',
          },
        }),
      },
      rules: [once('name', 'Este courier ya está en la lista', foldText)],
    }),
  },
  summarize: (values) => joinParts(values.couriers.map(({ name }) => name)) || 'Ninguno',
};
