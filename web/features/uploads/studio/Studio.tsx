import type { ComponentProps } from 'react';
import type { PressedPin } from '#domain/pins/pin.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { type Picture, pixelsOf } from '../picture.ts';
import { Adjuster } from './Adjuster.tsx';

type Props = Omit<ComponentProps<typeof Adjuster>, 'picture' | 'pixels' | 'pin'> & {
  /** The picture being edited. */
  id: string;
  pinOf: (picture: Picture) => PressedPin;
  onMove: (id: string) => void;
  onClose: () => void;
};

export function Studio({ pictures, id, pinOf, onMove, onClose, ...rest }: Props) {
  const at = pictures.findIndex((picture) => picture.id === id);
  const picture = pictures[at];
  const pixels = picture && pixelsOf(picture);
  // Another tab may have removed it.
  if (!picture || !pixels) return null;
  const [before, after] = [at > 0 ? pictures[at - 1] : undefined, pictures[at + 1]];
  const place = pictures.length > 1 ? `${at + 1} de ${pictures.length} · ` : '';
  return (
    <Dialog
      title="Ajusta tu pin"
      subtitle={
        <span className="clamped" dir="auto" title={picture.name}>
          {place}
          <bdi>{picture.name}</bdi>
        </span>
      }
      width="wide"
      closesOnBackdrop={false}
      onClose={onClose}
    >
      <Adjuster
        pictures={pictures}
        picture={picture}
        pixels={pixels}
        pin={pinOf(picture)}
        {...rest}
      />
      <Actions>
        {pictures.length > 1 && (
          <Button
            variant="secondary"
            disabled={!before}
            onClick={() => before && onMove(before.id)}
          >
            Anterior
          </Button>
        )}
        <Button onClick={onClose}>Listo</Button>
        {pictures.length > 1 && (
          <Button variant="secondary" disabled={!after} onClick={() => after && onMove(after.id)}>
            Siguiente
          </Button>
        )}
      </Actions>
    </Dialog>
  );
}
