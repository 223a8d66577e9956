import { useSavedAddresses } from '#web/features/delivery/saved-address.ts';
import { UploadStep } from '#web/features/uploads/UploadStep.tsx';
import { usePageConfig } from '#web/lib/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Draft, usablePictures } from '../draft/draft.ts';
import { likelyPlace } from '../likely-place.ts';
import type { OrderActions } from '../order-actions.ts';
import { PriceBar } from '../PriceBar.tsx';
import type { OrderSession } from '../session.ts';
import { priceDraft } from '../submit/order-body.ts';
import styles from './Step.module.css';

type Props = {
  draft: Draft;
  session: OrderSession;
  actions: OrderActions;
  uid: string | null;
  onContinue: () => void;
};

/** Has no accent (docs/behaviour.md, section 4). */
function continueLabel(count: number): string {
  return `Continuar con ${count} imagenes`;
}

export function ImagesStep({ draft, session, actions, uid, onContinue }: Props) {
  const { pictures } = draft;
  const to = likelyPlace(draft, useSavedAddresses(uid));
  const shop = usePageConfig();
  const usable = usablePictures(draft);
  return (
    <div className={styles.step}>
      <div className={styles.head}>
        <h2 tabIndex={-1} data-step-heading>
          Imágenes
        </h2>
        <Button variant="quiet" onClick={actions.restart}>
          Volver al inicio
        </Button>
      </div>
      <p>Tus pines: {shop.shown.make}.</p>
      <UploadStep
        pictures={pictures}
        previews={session.previews}
        uploads={session.uploads}
        enlarge={session.enlarge}
        shrink={session.shrink}
        onAdd={actions.addFiles}
        onEdit={actions.editPicture}
        onShrink={(id) => void actions.shrinkPicture(id)}
        onRemove={actions.removePictures}
      />
      {usable.length > 0 && (
        <PriceBar pricing={priceDraft(draft, shop, to)} city={to.city}>
          <Button onClick={onContinue}>{continueLabel(usable.length)}</Button>
        </PriceBar>
      )}
    </div>
  );
}
