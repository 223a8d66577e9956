import type { DeliveryForm } from '#domain/delivery/delivery.ts';
import type { Discount } from '#domain/discounts/discounts.ts';
import { anotherKind, choosePin, kindChoice } from '#domain/pins/choice.ts';
import { MIN_QUANTITY } from '#domain/pins/images.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { fileOf, newPicture, type Picture } from '#web/features/uploads/picture.ts';
import { hasKinds } from '#web/features/uploads/use-pin.ts';
import { pageConfig } from '#web/lib/config.ts';
import { createStore } from '#web/lib/store.ts';
import {
  type Changes,
  type Draft,
  emptying,
  keeping,
  newPictureId,
  removing,
  type Step,
} from './draft/draft.ts';
import type { OrderSession } from './session.ts';

/** Enough time to read the message, reach the button and reconsider. */
const UNDO_MS = 12_000;

/** The last removal that can still be undone. */
type Undo = { text: string; restore: () => void };

/** Removes values from the draft, and offers to restore them for some seconds. */
function openRemoval({ store, forget }: OrderSession) {
  const offer = createStore<Undo | null>(null);
  let settle = () => {};
  return {
    offer,
    remove(changes: Changes, undo: Changes, text: string) {
      settle();
      const ids = store.get().pictures.map(({ id }) => id);
      void store.write(changes);
      const timer = setTimeout(() => settle(), UNDO_MS);
      settle = () => {
        clearTimeout(timer);
        settle = () => {};
        offer.set(null);
        forget(ids);
      };
      const restore = () => {
        void store.write(undo);
        settle();
      };
      offer.set({ text, restore });
    },
  };
}

export type OrderActions = ReturnType<typeof createOrderActions>;

export function createOrderActions(session: OrderSession) {
  const { store } = session;
  const { offer, remove } = openRemoval(session);
  return {
    /** What can be restored; null if nothing. */
    undo: offer,

    goTo: (step: Step) => void store.write({ step }),

    restart() {
      const draft = store.get();
      const { pictures, form, ...others } = draft;
      const isEmpty = pictures.length === 0 && Object.values(form).every((value) => !value);
      const changes = { ...emptying(draft), placed: null };
      const undo = { ...others, form, ...keeping(pictures) };
      if (isEmpty) void store.write(changes);
      else remove(changes, undo, 'Empezamos de cero');
    },

    addFiles(files: readonly File[]) {
      const { pictures, kind } = store.get();
      const last = pictures.at(-1)?.order ?? 0;
      const offered = offeredPins(pageConfig.get());
      // Stored explicitly, so that a later change of the shop's offer does not change it.
      const named = hasKinds(offered) ? kindChoice(choosePin(kind ?? {}, offered)) : {};
      const added = files.map((file, index) => {
        const id = newPictureId();
        void store.putFile(id, file);
        return newPicture({ id, name: file.name, size: file.size, order: last + index + 1 }, named);
      });
      void store.write(keeping(added));
    },

    /** Sets the pin of pictures that are added from now on. */
    chooseKind: (kind: Draft['kind']) => void store.write({ kind }),

    /** Adds another pin of a picture below it; the picture is uploaded only once. */
    addKind(id: string) {
      const { pictures } = store.get();
      const old = pictures.find((picture) => picture.id === id);
      if (!old) return;
      const used = pictures.filter((picture) => fileOf(picture) === fileOf(old));
      const kind = anotherKind(offeredPins(pageConfig.get()), used);
      if (!kind) return;
      const fresh = newPictureId();
      const pin = { ...kindChoice(kind), id: fresh, file: fileOf(old), quantity: MIN_QUANTITY };
      void store.write(keeping([{ ...old, ...pin }]));
    },

    editPicture: (id: string, edits: Partial<Picture>) =>
      void store.write({ pictures: { [id]: edits } }),

    /** Replaces a picture by a copy within the shop's limits; no change if it cannot be read. */
    async shrinkPicture(id: string) {
      const old = store.get().pictures.find((picture) => picture.id === id);
      const file = old && (await store.getFile(fileOf(old)));
      const copy = file && (await session.shrink(file, old.name));
      if (!copy) return;
      const fresh = newPictureId();
      void store.putFile(fresh, copy);
      const { size } = copy;
      const picture = {
        ...old,
        id: fresh,
        file: null,
        size,
        look: null,
        upload: null,
        refusal: null,
      };
      void store.write({ pictures: { [id]: null, [fresh]: picture } });
      session.forget([id]);
    },

    removePictures(ids: readonly string[]) {
      const undo = keeping(store.get().pictures.filter(({ id }) => ids.includes(id)));
      remove(removing(ids), undo, ids.length === 1 ? 'Imagen quitada' : 'Imágenes quitadas');
    },

    editForm: (edits: Partial<DeliveryForm>) => void store.write({ form: edits }),

    setDiscount: (discount: Discount | null) => void store.write({ discount, offeredCode: null }),

    /** The link's code cannot be used and is not offered again. */
    dropOfferedCode: () => void store.write({ offeredCode: null }),

    /** The summary checks the code again when it is next shown. */
    noteCode: (code: string) => void store.write({ offeredCode: code }),

    dismissPlaced: () => void store.write({ placed: null }),
  };
}
