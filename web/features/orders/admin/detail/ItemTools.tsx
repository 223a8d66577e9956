import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { changeItem, restorePicture } from '#contract/production/proofs.ts';
import { repeatChoice } from '#domain/pins/choice.ts';
import { type Crop, MIDDLE_CROP } from '#domain/pins/crops.ts';
import type { Press } from '#domain/pins/pin.ts';
import type { Picture } from '#web/features/uploads/picture.ts';
import { createPreviewUrls } from '#web/features/uploads/preview-urls.ts';
import { sendPicture } from '#web/features/uploads/send-picture.ts';
import { studio } from '#web/features/uploads/studio-loader.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import type { ChangeOrder, Target } from '#web/panel/order/queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { FilePicker } from '#web/ui/FilePicker.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import styles from './Pictures.module.css';
import { TextWindow } from './TextWindow.tsx';

type ItemToolsProps = {
  order: AdminOrderDetail;
  /** Index of the picture, from 0. */
  index: number;
  isBusy: boolean;
  change: ChangeOrder;
};

const previews = createPreviewUrls();

const RESTORE = 'Volver a la imagen anterior';

/** Edits the crop of an order's picture in the studio, or replaces the picture. */
export function ItemTools({ order, index, isBusy, change }: ItemToolsProps) {
  const [isAdjusting, setAdjusting] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const [crop, setCrop] = useState<Crop | null>(null);
  const last = useRef<Crop | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const n = String(index + 1);
  const ofItem = ({ params, version }: Target) => ({ params: { ...params, n }, version });
  const picture = toPicture(order, index, crop);

  const keep = (moved: Crop) => {
    last.current = moved;
    setCrop(moved);
  };
  const save = useEffectEvent(async () => {
    const moved = last.current;
    if (!moved) return;
    last.current = null;
    const { tone } = await change((target) =>
      callAdmin(changeItem, { ...ofItem(target), body: { crop: moved } }),
    );
    if (tone === 'success') setCrop(null);
    // After an error the studio shows it again and sends it again.
    else last.current = moved;
  });
  // Runs after the studio's cleanup, which reports its last change.
  useEffect(() => {
    if (!isAdjusting) void save();
  }, [isAdjusting]);

  const replace = (chosen: File) =>
    change(async (target) => {
      const { imageUrl } = await sendPicture(chosen, chosen.name);
      const body = { imageUrl, originalName: chosen.name };
      return callAdmin(changeItem, { ...ofItem(target), body });
    });
  const restore = () =>
    change((target) => callAdmin(restorePicture, { ...ofItem(target), body: {} }));
  if (!picture) return null;
  const tool = (words: string, name: string, onClick: () => void) => (
    <Button variant="quiet" aria-label={name} disabled={isBusy} onClick={onClick}>
      {words}
    </Button>
  );
  return (
    <span className={`row ${styles.tools}`}>
      {tool('Ajustar', `Ajustar la imagen ${n}`, () => setAdjusting(true))}
      {tool('Cambiar', `Cambiar la imagen ${n}`, () => file.current?.click())}
      {order.previousPictures?.some((each) => each.n === index + 1) &&
        tool(RESTORE, `${RESTORE}: imagen ${n}`, () => void restore())}
      {picture.text &&
        order.marks.printed === null &&
        tool('Corregir texto', `Corregir el texto de la imagen ${n}`, () => setWriting(true))}
      {isWriting && <TextWindow {...{ order, index, change }} onClose={() => setWriting(false)} />}
      <FilePicker
        ref={file}
        aria-label={`Archivo para la imagen ${n}`}
        onFiles={([chosen]) => chosen && void replace(chosen)}
      />
      {isAdjusting && (
        <Loaded loader={studio} onGiveUp={() => setAdjusting(false)}>
          {({ Studio }) => (
            <Studio
              pictures={[picture]}
              id={picture.id}
              previews={previews}
              pinOf={() => picture}
              onEdit={(_, edits) => keep(edits.crop ?? picture.upload?.crop ?? MIDDLE_CROP)}
              onMove={() => undefined}
              onClose={() => setAdjusting(false)}
            />
          )}
        </Loaded>
      )}
    </span>
  );
}

/** Returns null when the picture is lost. */
function toPicture(
  order: AdminOrderDetail,
  index: number,
  moved: Crop | null,
): (Picture & { press: Press }) | null {
  const item = order.items[index];
  const original = order.originals[index];
  if (!item || !original) return null;
  const { width, height } = original;
  const start = original.start ?? MIDDLE_CROP;
  return {
    id: String(index),
    name: item.originalName,
    size: 0,
    file: null,
    order: index,
    notes: item.notes ?? '',
    names: [],
    look: null,
    upload: { imageUrl: item.imageUrl, width, height, crop: start },
    refusal: null,
    ...repeatChoice(item),
    crop: moved ?? item.crop,
    press: item.press,
  };
}
