import { toast } from 'sonner';
import type { DeliveryForm } from '#domain/delivery.ts';
import type { Discount } from '#domain/discounts.ts';
import { newPicture, type Picture } from '#web/features/uploads/picture.ts';
import { type Changes, emptying, keeping, removing, type Step } from './draft/draft.ts';
import { newPictureId } from './draft/picture-id.ts';
import type { OrderSession } from './session.ts';

/** Time enough to read what happened, reach the button and think again. */
const UNDO_MS = 12_000;

/** Takes values away, and offers to bring them back for as long as the toast stands. */
function takeAway({ store, forget }: OrderSession, changes: Changes, undo: Changes, said: string) {
  const ids = store.get().pictures.map(({ id }) => id);
  void store.write(changes);
  const settle = () => forget(ids);
  toast(said, {
    duration: UNDO_MS,
    action: { label: 'Deshacer', onClick: () => void store.write(undo) },
    onDismiss: settle,
    onAutoClose: settle,
  });
}

export type OrderActions = ReturnType<typeof createOrderActions>;

export function createOrderActions(session: OrderSession) {
  const { store } = session;
  return {
    goTo: (step: Step) => void store.write({ step }),

    restart() {
      const draft = store.get();
      const { pictures, form, offeredCode, placed: _, ...others } = draft;
      const isEmpty = pictures.length === 0 && Object.values(form).every((value) => !value);
      // The link's code is not the order's: it holds for the next attempt, too.
      const changes = { ...emptying(draft), offeredCode };
      const undo = { ...others, form, ...keeping(pictures) };
      if (isEmpty) void store.write(changes);
      else takeAway(session, changes, undo, 'Empezamos de cero');
    },

    addFiles(files: readonly File[]) {
      const last = store.get().pictures.at(-1)?.order ?? 0;
      const added = files.map((file, index) => {
        const id = newPictureId();
        void store.putFile(id, file);
        return newPicture({ id, name: file.name, size: file.size, order: last + index + 1 });
      });
      void store.write(keeping(added));
    },

    editPicture: (id: string, edits: Partial<Picture>) =>
      void store.write({ pictures: { [id]: edits } }),

    removePictures(ids: readonly string[]) {
      const undo = keeping(store.get().pictures.filter(({ id }) => ids.includes(id)));
      takeAway(
        session,
        removing(ids),
        undo,
        ids.length === 1 ? 'Imagen quitada' : 'Imágenes quitadas',
      );
    },

    editForm: (edits: Partial<DeliveryForm>) => void store.write({ form: edits }),

    setDiscount: (discount: Discount | null) => void store.write({ discount, offeredCode: null }),

    /** The link's code cannot be used: it is not spoken of again. */
    dropOfferedCode: () => void store.write({ offeredCode: null }),

    /** The summary looks at the code again the next time it shows. */
    noteCode: (code: string) => void store.write({ offeredCode: code }),

    dismissPlaced: () => void store.write({ placed: null }),
  };
}
