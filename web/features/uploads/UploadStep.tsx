import { type Ref, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { anotherKind } from '#domain/pins/choice.ts';
import { MAX_IMAGES, MAX_ITEMS } from '#domain/pins/images.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { addedMessage, checkFiles, type Rejection } from './check-files.ts';
import { DropArea } from './DropArea.tsx';
import { type PictureEdits, PictureRow } from './PictureRow.tsx';
import { PictureStudio } from './PictureStudio.tsx';
import { fileOf, type Picture } from './picture.ts';
import type { PreviewUrls } from './preview-urls.ts';
import { QuantityInput } from './QuantityInput.tsx';
import styles from './UploadStep.module.css';
import { UploadTotal } from './UploadTotal.tsx';
import type { UploadQueue } from './upload-queue.ts';
import { useFileArrivals } from './use-file-arrivals.ts';
import { hasKinds, useOffer } from './use-pin.ts';

/** Number of pictures at which each takes as little space as possible, until all are removed. */
const COMPACT_FROM = 12;
/** How long the message about added pictures is shown, in milliseconds. */
const NEWS_MS = 4000;

type Props = {
  pictures: readonly Picture[];
  previews: PreviewUrls;
  uploads: UploadQueue;
  /** Reduces a picture's file to the shop's limits; null if it cannot be read. */
  shrink: (file: Blob, name: string) => Promise<File | null>;
  onAdd: (files: readonly File[]) => void;
  onEdit: (id: string, edits: PictureEdits) => void;
  /** Adds another pin of a picture. */
  onAddKind: (id: string) => void;
  /** Replaces a picture with too many pixels by a smaller copy. */
  onShrink: (id: string) => void;
  onRemove: (ids: readonly string[]) => void;
};

export function UploadStep(props: Props) {
  const { pictures, previews, uploads, shrink, onAdd, onEdit, onAddKind } = props;
  const { onShrink, onRemove } = props;
  const offered = useOffer();
  const isAsking = hasKinds(offered);
  const [adjusted, setAdjusted] = useState<string | null>(null);
  const [problem, setProblem] = useState<Rejection | null>(null);
  /** Pictures with a higher order are new. */
  const [before, setBefore] = useState<number | null>(null);
  useTimeout(before !== null, NEWS_MS, () => setBefore(null));

  const usable = pictures.filter(({ refusal }) => refusal === null);
  const added = usable.filter(({ order }) => before !== null && order > before).length;

  const room = MAX_IMAGES - new Set(usable.map(fileOf)).size;
  const alike = Map.groupBy(isAsking ? usable : [], fileOf);
  const hasMore = (picture: Picture) => {
    const pins = alike.get(fileOf(picture)) ?? [];
    return isAsking && usable.length < MAX_ITEMS && anotherKind(offered, pins) !== null;
  };

  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);

  const take = async (files: readonly File[], word = 'Foto') => {
    const known = pictures.map(({ name }) => name);
    const checked = await checkFiles(nameFiles(files, word, known), room);
    setProblem(checked.problem);
    setBefore(null);
    if (checked.accepted.length === 0) return;
    onAdd(checked.accepted);
    setBefore(pictures.at(-1)?.order ?? 0);
  };

  const shrinkRejected = async ({ tooLarge, others }: Rejection) => {
    const copies = await Promise.all(tooLarge.map((file) => shrink(file, file.name)));
    await take([...others, ...tooLarge.map((file, at) => copies[at] ?? file)]);
    return copies.every((copy) => copy !== null);
  };

  const isOver = useFileArrivals(
    (files, arrival) => void take(files, arrival === 'pasted' ? 'Imagen pegada' : undefined),
  );

  const clear = () => {
    setProblem(null);
    setBefore(null);
    onRemove(pictures.map(({ id }) => id));
  };

  const isEmpty = pictures.length === 0;
  const isLong = pictures.length >= COMPACT_FROM;
  // Rows stay as they are while some are removed: they would move away under the finger.
  const [isCompact, setCompact] = useState(isLong);
  if (isCompact ? isEmpty : isLong) setCompact(isLong);
  return (
    <div className={`stack-3 ${styles.step}`}>
      <DropArea
        isEmpty={isEmpty}
        isOver={isOver}
        news={added > 0 ? addedMessage(added) : null}
        onFiles={(files) => void take(files)}
      />
      {problem && (
        <RejectedFiles ref={notice} {...problem} onShrink={() => shrinkRejected(problem)} />
      )}
      {pictures.length > 0 && (
        <div>
          <div className={styles.listHead}>
            {usable.length > 0 && (
              <UploadTotal pictures={usable} uploads={uploads} speaksForRows={isCompact} />
            )}
            <Button variant="quiet" onClick={clear}>
              Limpiar todo
            </Button>
          </div>
          {usable.length > 1 && (
            <QuantityForAll
              pictures={usable}
              onApply={(quantity) => {
                for (const { id } of usable) onEdit(id, { quantity });
              }}
            />
          )}
          {isCompact && <p className={`soft ${styles.hint}`}>Elige un pin para ajustarlo.</p>}
          <ul>
            {pictures.map((picture) => (
              <PictureRow
                key={picture.id}
                picture={picture}
                previews={previews}
                uploads={uploads}
                isCompact={isCompact}
                onAdjust={setAdjusted}
                onEdit={onEdit}
                onAddKind={hasMore(picture) ? onAddKind : null}
                onShrink={onShrink}
                onRemove={onRemove}
              />
            ))}
          </ul>
        </div>
      )}
      <PictureStudio
        pictures={pictures}
        id={adjusted}
        previews={previews}
        onEdit={onEdit}
        onMove={setAdjusted}
      />
    </div>
  );
}

/** The browsers' name for a picture without its own name. */
const NAMELESS = /^image(\.\w+)$/i;

/** Names nameless pictures with a number after `word`, such as `Foto`, avoiding `known` names. */
export function nameFiles(files: readonly File[], word: string, known: readonly string[]): File[] {
  const taken = new Set(known.map((name) => name.replace(/\.\w+$/, '')));
  return files.map((file) => {
    const ending = NAMELESS.exec(file.name)?.[1];
    if (!ending) return file;
    let number = 1;
    while (taken.has(`${word} ${number}`)) number += 1;
    taken.add(`${word} ${number}`);
    const { type, lastModified } = file;
    return new File([file], `${word} ${number}${ending}`, { type, lastModified });
  });
}

type QuantityProps = { pictures: readonly Picture[]; onApply: (quantity: number) => void };

/** Sets the same quantity for all pictures, after a confirmation. */
function QuantityForAll({ pictures, onApply }: QuantityProps) {
  const [quantity, setQuantity] = useState<number | null>(null);
  const place = useRef<HTMLDivElement>(null);
  /** The focused control is replaced: the new one gets the focus. */
  const change = (next: number | null) => {
    flushSync(() => setQuantity(next));
    place.current?.querySelector<HTMLElement>('input, button:only-child')?.focus();
  };
  if (quantity === null) {
    return (
      <div ref={place}>
        <Button variant="quiet" onClick={() => change(pictures[0]?.quantity ?? 1)}>
          Misma cantidad para todas
        </Button>
      </div>
    );
  }
  const apply = () => {
    onApply(quantity);
    change(null);
  };
  return (
    <div ref={place} className={`row ${styles.forAll}`}>
      <span>Misma cantidad para todas</span>
      <QuantityInput value={quantity} name="todas" onChange={setQuantity} />
      <Button variant="secondary" onClick={apply}>
        Aplicar
      </Button>
    </div>
  );
}

type RejectedProps = Rejection & {
  ref: Ref<HTMLDivElement>;
  /** Reduces the files that are too large. @returns whether all of them could be read */
  onShrink: () => Promise<boolean>;
};

const UNREADABLE =
  'No pudimos achicar todas. Envíatela por WhatsApp o correo: llega más liviana y sigue viéndose bien en un pin.';

/** Lists the rejected files, and how they can still become pins. */
function RejectedFiles({ ref, message, advice, tooLarge, onShrink }: RejectedProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const shrink = async () => {
    setState('busy');
    setState((await onShrink()) ? 'idle' : 'failed');
  };
  return (
    <Notice ref={ref} tone="error" dir="auto">
      <p>{message}</p>
      {[...advice, ...(state === 'failed' ? [UNREADABLE] : [])].map((text) => (
        <p key={text} className={styles.advice}>
          {text}
        </p>
      ))}
      {tooLarge.length > 0 && state !== 'failed' && (
        <div className={`row ${styles.shrink}`}>
          <Button variant="secondary" busy={state === 'busy'} onClick={() => void shrink()}>
            {state === 'busy' ? 'Achicando...' : shrinkLabel(tooLarge.length)}
          </Button>
          <p>Se verá igual de bien en el pin.</p>
        </div>
      )}
    </Notice>
  );
}

function shrinkLabel(count: number): string {
  return count === 1 ? 'Achicarla y usarla' : `Achicar las ${count} y usarlas`;
}
