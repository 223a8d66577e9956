import { toast } from 'sonner';
import { useSavedAddresses } from '#web/features/delivery/saved-address.ts';
import { UploadStep } from '#web/features/uploads/UploadStep.tsx';
import { usePageConfig } from '#web/lib/config.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Draft } from '../draft/draft.ts';
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
};

/** Has no accent (docs/behaviour.md, section 4). */
function continueLabel(count: number): string {
  return `Continuar con ${count} imagenes`;
}

export function ImagesStep({ draft, session, actions, uid }: Props) {
  const { pictures } = draft;
  const to = likelyPlace(draft, useSavedAddresses(uid));
  const shop = usePageConfig();
  const isRefused = pictures.some(({ refusal }) => refusal);
  const goOn = () => {
    if (isRefused) toast.error('Quita las imágenes marcadas en rojo para continuar');
    else actions.goTo(2);
  };
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
      <UploadStep
        pictures={pictures}
        previews={session.previews}
        uploads={session.uploads}
        enlarge={session.enlarge}
        onAdd={actions.addFiles}
        onEdit={actions.editPicture}
        onRemove={actions.removePictures}
      />
      {pictures.length > 0 && (
        <PriceBar pricing={priceDraft(draft, shop, to)} city={to.city}>
          <Button onClick={goOn}>{continueLabel(pictures.length)}</Button>
        </PriceBar>
      )}
    </div>
  );
}
