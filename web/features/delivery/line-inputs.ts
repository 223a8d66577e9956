import type { InputHTMLAttributes } from 'react';
import type { DeliveryText } from '#domain/delivery.ts';

/** Fields with an input of their own kind: lists to choose from, and several lines. */
type Special = 'region' | 'city' | 'notes';
export type LineField = Exclude<DeliveryText, Special>;

type LineInput = {
  label: string;
  hint?: string;
  isOptional?: boolean;
  input: InputHTMLAttributes<HTMLInputElement>;
};

export const lineInputs: Readonly<Record<LineField, LineInput>> = {
  fullName: {
    label: 'Nombre de quien recibe',
    hint: 'Nombre y apellido',
    input: { type: 'text', dir: 'auto', autoComplete: 'name' },
  },
  phone: {
    label: 'Teléfono',
    hint: 'Para coordinar el pago y la entrega; 8 o 9 dígitos, puedes anteponer +56',
    input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  },
  email: {
    label: 'Email',
    hint: 'Ahí te llegará la confirmación del pedido',
    input: {
      type: 'email',
      inputMode: 'email',
      autoComplete: 'email',
      autoCapitalize: 'none',
      spellCheck: false,
    },
  },
  address: {
    label: 'Dirección',
    hint: 'Calle, número y depto.',
    input: { type: 'text', dir: 'auto', autoComplete: 'street-address' },
  },
};
