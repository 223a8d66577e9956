import { useState } from 'react';
import type { Crop } from '#domain/crops.ts';
import { Button } from '#web/ui/Button.tsx';
import { cropOf, type Picture } from '../picture.ts';
import styles from './Studio.module.css';

type Props = {
  crop: Crop;
  picture: Picture;
  pictures: readonly Picture[];
  onEdit: (id: string, edits: { crop: Crop | null }) => void;
};

/** Gives the other pictures this one's size, turn and background; each keeps its own centre. */
export function ApplyToAll({ crop, picture, pictures, onEdit }: Props) {
  const [before, setBefore] = useState<readonly Picture[] | null>(null);
  const others = pictures.filter(({ id }) => id !== picture.id);
  if (others.length === 0) return null;
  const apply = () => {
    const { diameter, rotation, background } = crop;
    for (const other of others) {
      onEdit(other.id, { crop: { ...cropOf(other), diameter, rotation, background } });
    }
    setBefore(others);
  };
  const undo = () => {
    for (const { id, crop: old } of before ?? []) onEdit(id, { crop: old });
    setBefore(null);
  };
  return (
    <>
      <Button variant="secondary" onClick={apply}>
        Aplicar a todas
      </Button>
      <p className={styles.applied} role="status">
        {before && (
          <>
            Pasamos tamaño, giro y fondo a {others.length === 1 ? 'la otra' : 'todas'}.{' '}
            <button type="button" className={styles.undo} onClick={undo}>
              Deshacer
            </button>
          </>
        )}
      </p>
    </>
  );
}
