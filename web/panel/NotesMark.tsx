import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import styles from './NotesMark.module.css';

type Props = {
  orderId: string;
  /** The pictures' numbers from 1, and what the buyer noted on them. */
  notes: readonly { n: number; words: string }[];
};

/** Says in a row that pictures have notes, and opens them. */
export function NotesMark({ orderId, notes }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (notes.length === 0) return null;
  const count = notes.length === 1 ? '1 nota' : `${notes.length} notas`;
  return (
    <>
      <Button
        variant="secondary"
        className={styles.mark}
        aria-label={`${count} en las imágenes del pedido ${orderId}`}
        onClick={() => setOpen(true)}
      >
        {count}
      </Button>
      {isOpen && (
        <Dialog
          title="Notas en las imágenes"
          subtitle={`Pedido ${orderId}`}
          width="narrow"
          onClose={() => setOpen(false)}
        >
          <Facts facts={notes.map(({ n, words }) => [`Imagen ${n}`, words])} />
        </Dialog>
      )}
    </>
  );
}
