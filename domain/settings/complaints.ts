import {
  type ComplaintRules,
  DEFAULT_COMPLAINT_RULES,
  MAX_COMPLAIN_DAYS,
} from '#domain/aftersales/complaints.ts';
import { type Group, whole } from './group.ts';

export const complaints: Group<ComplaintRules> = {
  label: 'Si algo sale mal',
  about: 'Hasta cuándo quien compró puede contarte, con fotos, que algo salió mal',
  usual: DEFAULT_COMPLAINT_RULES,
  fields: {
    complainDays: whole('días para reclamar', {
      hint: 'Desde el último día en que puede haber llegado, según tus días de entrega. Vacío: la página del pedido no recibe reclamos',
      unit: 'días',
      min: 1,
      max: MAX_COMPLAIN_DAYS,
      isOptional: true,
      isWide: true,
    }),
  },
  summarize: ({ complainDays }) =>
    complainDays === null ? 'Sin reclamos' : `${complainDays} días desde que puede haber llegado`,
};
