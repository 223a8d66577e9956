import { pointOfCity } from '#domain/comunas.ts';
import { DELIVERY_FIELDS, type DeliveryForm } from '#domain/delivery.ts';
import { kilometresBetween } from '#domain/distance.ts';

type Value = DeliveryForm[keyof DeliveryForm];

/** Whether two values of a field are the same; a point is a new object each time it is read. */
export function isSameValue(a: Value, b: Value): boolean {
  if (a === null || b === null || typeof a === 'string' || typeof b === 'string') return a === b;
  return a.lat === b.lat && a.lng === b.lng;
}

export const isSameForm = (a: DeliveryForm, b: DeliveryForm) =>
  DELIVERY_FIELDS.every((field) => isSameValue(a[field], b[field]));

/** Beyond this a point belongs to the city that was chosen before. */
const SAME_CITY_KM = 60;

export function isPointFar({ region, city, coordinates }: DeliveryForm): boolean {
  const centre = city ? pointOfCity(region, city) : null;
  if (!coordinates || !centre) return false;
  return kilometresBetween(coordinates, centre) > SAME_CITY_KM;
}
