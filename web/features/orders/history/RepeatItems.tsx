import { useId } from 'react';
import {
  type ChosenProduct,
  choosePin,
  countPictures,
  findUnoffered,
  quoteText,
  repeatChoice,
} from '#domain/pins/choice.ts';
import { MAX_IMAGES, MAX_ITEMS, MIN_QUANTITY } from '#domain/pins/images.ts';
import { WithKindParts } from '#web/features/uploads/kind-parts.tsx';
import { QuantityInput } from '#web/features/uploads/QuantityInput.tsx';
import { UploadProblem, uploadFiles } from '#web/features/uploads/upload-files.tsx';
import { hasKinds, useOffer } from '#web/features/uploads/use-pin.ts';
import { itemKeys } from '#web/lib/item-keys.ts';
import type { ShownOrder } from '#web/lib/shown-order.ts';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { useSettling } from '#web/ui/use-settling.ts';
import { useTask } from '#web/ui/use-task.ts';
import { OrderPin } from './OrderPin.tsx';
import styles from './RepeatItems.module.css';

type RepeatedItem = ShownOrder['items'][number];
export type RepeatedItems = readonly RepeatedItem[];

type Props = {
  items: RepeatedItems;
  isChanged: boolean;
  /** Gets the items of that moment: an upload ends while others are edited. */
  onChange: (change: (now: RepeatedItems) => RepeatedItems) => void;
  onUploading: (isUploading: boolean) => void;
};

/** The pictures to order again, with editable quantities, removals and additions. */
export function RepeatItems({ items, isChanged, onChange, onUploading }: Props) {
  useUnsaved(isChanged);
  const keys = itemKeys(items);
  const list = useSettling<HTMLUListElement>(items.length);
  return (
    <>
      <ul ref={list} className="stack-2" aria-label="Imágenes">
        {items.map((item, at) => {
          const name = `la imagen ${at + 1}`;
          const edit = (changed: Partial<RepeatedItem>) =>
            onChange((now) => now.map((each) => (each === item ? { ...each, ...changed } : each)));
          return (
            <li key={keys[at]} className={`row ${styles.item}`}>
              <OrderPin item={item} />
              <span className={styles.name}>
                Imagen {at + 1} {quoteText(item)}
              </span>
              <ItemKind item={item} name={name} onChange={edit} />
              <QuantityInput
                value={item.quantity}
                name={name}
                onChange={(quantity) => edit({ quantity })}
              />
              <Button
                variant="quiet"
                aria-label={`Quitar ${name}`}
                disabled={items.length === 1}
                onClick={() => onChange((now) => now.filter((each) => each !== item))}
              >
                Quitar
              </Button>
            </li>
          );
        })}
      </ul>
      <AddPictures
        like={items[0]}
        room={roomFor(items)}
        onAdded={(added) => onChange((now) => [...now, ...added])}
        onUploading={onUploading}
      />
    </>
  );
}

/** Returns how many pictures can still be added to an order of these items. */
export function roomFor(items: RepeatedItems): number {
  const choices = items.map((item) => ({ ...repeatChoice(item), imageUrl: item.imageUrl }));
  return Math.min(MAX_IMAGES - countPictures(choices), MAX_ITEMS - items.length);
}

type KindProps = { item: RepeatedItem; name: string; onChange: (item: RepeatedItem) => void };

/** The pin of an item, if there is a choice of pins. */
function ItemKind({ item, name, onChange }: KindProps) {
  const id = useId();
  const offered = useOffer();
  const kind = repeatChoice(item);
  if (!hasKinds(offered) && findUnoffered(kind, offered) === null) return null;
  const choose = (chosen: ChosenProduct) => {
    const { finish, press, ...product } = choosePin(chosen, offered);
    onChange({ ...item, product, finish, press });
  };
  return (
    <div className={styles.kind}>
      <WithKindParts>
        {({ KindSelect }) => <KindSelect {...{ id, name, kind }} onChoose={choose} />}
      </WithKindParts>
    </div>
  );
}

type AddProps = {
  /** The item whose product and finish new pictures get. */
  like: RepeatedItem | undefined;
  room: number;
  onAdded: (items: RepeatedItems) => void;
  onUploading: (isUploading: boolean) => void;
};

function AddPictures({ like, room, onAdded, onUploading }: AddProps) {
  const sending = useTask((files: readonly File[]) =>
    uploadFiles(files, room, ({ imageUrl, crop }, originalName) => {
      const picture = { imageUrl, thumbnailUrl: imageUrl, originalName, crop };
      if (like) onAdded([{ ...like, ...picture, notes: null, quantity: MIN_QUANTITY }]);
    }),
  );
  const add = async (files: readonly File[]) => {
    onUploading(true);
    await sending.run(files);
    onUploading(false);
  };
  const { isBusy, error } = sending;
  return (
    <>
      <UploadProblem error={error} onRetry={(files) => void add(files)} />
      <FileButton multiple disabled={room <= 0} busy={isBusy} onFiles={(files) => void add(files)}>
        {isBusy ? 'Subiendo imágenes...' : 'Agregar imágenes'}
      </FileButton>
    </>
  );
}
