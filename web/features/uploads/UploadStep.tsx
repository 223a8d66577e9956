import { useState } from 'react';
import { toast } from 'sonner';
import { MAX_IMAGES } from '#domain/images.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { addedMessage, checkFiles } from './check-files.ts';
import { DropArea } from './DropArea.tsx';
import { type PictureEdits, PictureRow } from './PictureRow.tsx';
import type { Picture } from './picture.ts';
import type { PreviewUrls } from './preview-urls.ts';
import styles from './UploadStep.module.css';
import type { UploadQueue } from './upload-queue.ts';

type Props = {
  pictures: readonly Picture[];
  previews: PreviewUrls;
  uploads: UploadQueue;
  onAdd: (files: readonly File[]) => void;
  onEdit: (id: string, edits: PictureEdits) => void;
  onRemove: (ids: readonly string[]) => void;
};

export function UploadStep({ pictures, previews, uploads, onAdd, onEdit, onRemove }: Props) {
  const [problem, setProblem] = useState<string | null>(null);

  const take = async (files: File[]) => {
    const checked = await checkFiles(files, MAX_IMAGES - pictures.length);
    setProblem(checked.problem);
    if (checked.accepted.length === 0) return;
    onAdd(checked.accepted);
    toast.success(addedMessage(checked.accepted.length));
  };

  const clear = () => {
    setProblem(null);
    onRemove(pictures.map(({ id }) => id));
  };

  return (
    <div className={styles.step}>
      <DropArea isEmpty={pictures.length === 0} onFiles={(files) => void take(files)} />
      {problem && (
        <Notice tone="error" dir="auto">
          {problem}
        </Notice>
      )}
      {pictures.length > 0 && (
        <div className={styles.listHead}>
          <p role="status">
            {uploadedLine(pictures.filter(({ upload }) => upload).length, pictures.length)}
          </p>
          <Button look="quiet" onClick={clear}>
            Limpiar todo
          </Button>
        </div>
      )}
      <ul className={styles.list}>
        {pictures.map((picture) => (
          <PictureRow
            key={picture.id}
            picture={picture}
            previews={previews}
            uploads={uploads}
            onEdit={onEdit}
            onRemove={onRemove}
          />
        ))}
      </ul>
    </div>
  );
}

function uploadedLine(done: number, all: number): string {
  if (done === all) return all === 1 ? '1 imagen lista' : `${all} imágenes listas`;
  return `${done} de ${all} imágenes listas`;
}
