import type { Settings, SettingsGroup } from './settings.ts';

type Setting = { [Group in SettingsGroup]: keyof Settings[Group] & string }[SettingsGroup];

export const settingsLabels: Readonly<Record<Setting, string>> = {
  pin: 'precio por pin',
  steps: 'precios por cantidad',
  shippingChillan: 'envío a Chillán',
  shipping: 'envío al resto de Chile',
  shippingByRegion: 'envío por región',
  freeShippingFrom: 'envío gratis desde',
  minDays: 'días hábiles, mínimo',
  maxDays: 'días hábiles, máximo',
  closures: 'días en que la tienda cierra',
  name: 'nombre',
  rut: 'RUT',
  address: 'dirección',
  email: 'correo',
  whatsapp: 'WhatsApp',
  senderName: 'remitente de los correos',
  bank: 'banco',
  accountType: 'tipo de cuenta',
  account: 'número de cuenta',
  holder: 'titular',
  words: 'indicaciones',
  text: 'aviso',
  from: 'desde',
  to: 'hasta',
  ordersClosed: 'sin recibir pedidos',
  closedText: 'motivo',
  faceMm: 'cara, en mm',
  cutMm: 'corte, en mm',
  safeMm: 'zona segura, en mm',
  paper: 'papel',
  marginMm: 'margen, en mm',
  gapMm: 'separación, en mm',
  products: 'productos',
};

export const settingsGroupLabels: Readonly<Record<SettingsGroup, string>> = {
  prices: 'Precios',
  delivery: 'Plazos',
  seller: 'Quién vende',
  payment: 'Cómo pagan',
  notice: 'Aviso',
  press: 'Prensa e impresión',
  products: 'Productos',
};
