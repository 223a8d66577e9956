import { choosePin } from '#domain/pins/choice.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { type Picture, pixelsOf } from './picture.ts';
import type { PreviewUrls } from './preview-urls.ts';
import { studio } from './studio-loader.ts';
import { useOffer } from './use-pin.ts';

type Props = {
  pictures: readonly Picture[];
  /** The picture being edited; null: the studio is closed. */
  id: string | null;
  previews: PreviewUrls;
  onEdit: (id: string, edits: Pick<Partial<Picture>, 'crop' | 'text' | 'names'>) => void;
  /** Edits another picture; null closes the studio. */
  onMove: (id: string | null) => void;
};

/** The studio over the current step, loaded on first use. */
export function PictureStudio({ pictures, id, onMove, ...rest }: Props) {
  const offered = useOffer();
  if (id === null) return null;
  const close = () => onMove(null);
  return (
    <Loaded loader={studio} onGiveUp={close}>
      {({ Studio }) => (
        <Studio
          pictures={pictures.filter((picture) => pixelsOf(picture) && !picture.refusal)}
          id={id}
          pinOf={(picture) => choosePin(picture, offered)}
          onMove={onMove}
          onWrite={rest.onEdit}
          onClose={close}
          {...rest}
        />
      )}
    </Loaded>
  );
}
