import { useEffect, useRef, useState } from 'react';
import { MAX_IMAGES } from '#domain/images.ts';
import { Button } from '#web/ui/Button.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { addedMessage, type CheckedFiles, checkFiles } from './check-files.ts';
import { DropArea } from './DropArea.tsx';
import { type PictureEdits, PictureRow } from './PictureRow.tsx';
import { type Picture, pixelsOf } from './picture.ts';
import type { PreviewUrls } from './preview-urls.ts';
import { studio } from './studio-loader.ts';
import styles from './UploadStep.module.css';
import { UploadTotal } from './UploadTotal.tsx';
import type { UploadQueue } from './upload-queue.ts';
import { useFileArrivals } from './use-file-arrivals.ts';
import { usePin } from './use-pin.ts';

/** How long it stays news that pictures joined the order. */
const NEWS_MS = 4000;

type Props = {
  pictures: readonly Picture[];
  previews: PreviewUrls;
  uploads: UploadQueue;
  /** Reads a picture again, larger than its preview; null when its file cannot be read. */
  enlarge: (id: string) => Promise<Blob | null>;
  onAdd: (files: readonly File[]) => void;
  onEdit: (id: string, edits: PictureEdits) => void;
  onRemove: (ids: readonly string[]) => void;
};

export function UploadStep(props: Props) {
  const { pictures, previews, uploads, enlarge, onAdd, onEdit, onRemove } = props;
  const pin = usePin();
  const [adjusted, setAdjusted] = useState<string | null>(null);
  const [problem, setProblem] = useState<CheckedFiles['problem']>(null);
  const [added, setAdded] = useState<{ count: number } | null>(null);

  useEffect(() => {
    if (!added) return;
    const timer = setTimeout(() => setAdded(null), NEWS_MS);
    return () => clearTimeout(timer);
  }, [added]);

  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);

  const take = async (files: readonly File[], word = 'Foto') => {
    const known = pictures.map(({ name }) => name);
    const checked = await checkFiles(nameFiles(files, word, known), MAX_IMAGES - pictures.length);
    setProblem(checked.problem);
    setAdded(null);
    if (checked.accepted.length === 0) return;
    onAdd(checked.accepted);
    setAdded({ count: checked.accepted.length });
  };

  const isOver = useFileArrivals(
    (files, arrival) => void take(files, arrival === 'pasted' ? 'Imagen pegada' : undefined),
  );

  const clear = () => {
    setProblem(null);
    setAdded(null);
    onRemove(pictures.map(({ id }) => id));
  };

  return (
    <div className={styles.step}>
      <DropArea
        isEmpty={pictures.length === 0}
        isOver={isOver}
        news={added && addedMessage(added.count)}
        onFiles={(files) => void take(files)}
      />
      {problem && (
        <Notice ref={notice} tone="error" dir="auto">
          <p>{problem.message}</p>
          {problem.advice.map((advice) => (
            <p key={advice} className={styles.advice}>
              {advice}
            </p>
          ))}
        </Notice>
      )}
      {pictures.length > 0 && (
        <div>
          <div className={styles.listHead}>
            <UploadTotal pictures={pictures} uploads={uploads} />
            <Button variant="quiet" onClick={clear}>
              Limpiar todo
            </Button>
          </div>
          <ul>
            {pictures.map((picture) => (
              <PictureRow
                key={picture.id}
                picture={picture}
                previews={previews}
                uploads={uploads}
                onAdjust={setAdjusted}
                onEdit={onEdit}
                onRemove={onRemove}
              />
            ))}
          </ul>
        </div>
      )}
      {adjusted && (
        <Loaded loader={studio} onGiveUp={() => setAdjusted(null)}>
          {({ Studio }) => (
            <Studio
              pictures={pictures.filter((picture) => pixelsOf(picture) && !picture.refusal)}
              id={adjusted}
              previews={previews}
              enlarge={enlarge}
              pin={pin}
              onEdit={onEdit}
              onMove={setAdjusted}
              onClose={() => setAdjusted(null)}
            />
          )}
        </Loaded>
      )}
    </div>
  );
}

/** What browsers call a picture that has no name of its own. */
const NAMELESS = /^image(\.\w+)$/i;

/** Gives nameless pictures a name that is not `known` and begins with `word`, such as `Foto`. */
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
