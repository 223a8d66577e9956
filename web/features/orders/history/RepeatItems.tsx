import { useId, useRef, useState } from 'react';
import {
  type ChosenProduct,
  choosePin,
  countPictures,
  findUnoffered,
  quoteText,
  repeatChoice,
} from '#domain/pins/choice.ts';
import { MAX_IMAGES, MAX_ITEMS, MIN_QUANTITY } from '#domain/pins/images.ts';
import { checkFiles, describeRejection } from '#web/features/uploads/check-files.ts';
import { WithKindParts } from '#web/features/uploads/kind-parts.tsx';
import { QuantityInput } from '#web/features/uploads/QuantityInput.tsx';
import { sendPicture } from '#web/features/uploads/send-picture.ts';
import { hasKinds, useOffer } from '#web/features/uploads/use-pin.ts';
import { itemKeys } from '#web/lib/item-keys.ts';
import type { ShownOrder } from '#web/lib/shown-order.ts';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { useSettling } from '#web/ui/use-settling.ts';
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
  const list = useRef<HTMLUListElement>(null);
  useSettling(list, items.length);
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
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const setUploading = (isUploading: boolean) => {
    setBusy(isUploading);
    onUploading(isUploading);
  };
  const add = async (files: readonly File[]) => {
    setUploading(true);
    const { accepted, problem: rejection } = await checkFiles(files, room);
    setProblem(rejection && describeRejection(rejection));
    const added = await Promise.allSettled(
      accepted.map(async (file) => (like ? [{ ...like, ...(await uploadItem(file)) }] : [])),
    );
    const failed = added.find((result) => result.status === 'rejected');
    if (failed) setProblem(failed.reason instanceof Error ? failed.reason.message : NOT_SENT);
    onAdded(added.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])));
    setUploading(false);
  };
  return (
    <>
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <FileButton multiple disabled={room <= 0} busy={isBusy} onFiles={(files) => void add(files)}>
        {isBusy ? 'Subiendo imágenes...' : 'Agregar imágenes'}
      </FileButton>
    </>
  );
}

const NOT_SENT = 'No pudimos subir una imagen. Intenta de nuevo.';

/** @throws Refusal, LostAnswer */
async function uploadItem(file: File) {
  const { imageUrl, crop } = await sendPicture(file, file.name);
  return {
    ...{ imageUrl, thumbnailUrl: imageUrl, originalName: file.name },
    ...{ notes: null, quantity: MIN_QUANTITY, crop },
  };
}
