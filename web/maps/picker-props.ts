import type { Coordinates } from '#domain/delivery.ts';

export type PickerProps = {
  /** The form's region (code) and city; empty where none is chosen yet. */
  region: string;
  city: string;
  point: Coordinates | null;
  onChoose: (point: Coordinates) => void;
};
