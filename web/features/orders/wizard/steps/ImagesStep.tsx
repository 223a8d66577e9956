import { PricePart } from '#web/features/orders/PricePart.tsx';
import { WithKindParts } from '#web/features/uploads/kind-parts.tsx';
import { kindFieldId } from '#web/features/uploads/picture.ts';
import { UploadStep } from '#web/features/uploads/UploadStep.tsx';
import { hasKinds, useOffer } from '#web/features/uploads/use-pin.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Draft, usablePictures } from '../draft/draft.ts';
import type { OrderActions } from '../order-actions.ts';
import { PriceBar } from '../PriceBar.tsx';
import type { OrderSession } from '../session.ts';
import { draftBill, likelyPlace, unofferedPictures } from '../submit/order-body.ts';
import styles from './Step.module.css';

type Props = { draft: Draft; session: OrderSession; actions: OrderActions; onContinue: () => void };

/** 'imagenes' without accent is intended (docs/behaviour.md, section 4). */
function continueLabel(count: number): string {
  return `Continuar con ${count} imagenes`;
}

export function ImagesStep({ draft, session, actions, onContinue }: Props) {
  const to = likelyPlace(draft, useStore(session.savedAddress));
  const shop = usePageConfig();
  const usable = usablePictures(draft);
  const unoffered = unofferedPictures(draft, shop);
  const [first] = unoffered;
  // The tap is painted first: with many pictures a slow phone needs longer for the next step.
  const goOn = () => requestAnimationFrame(() => setTimeout(onContinue));
  return (
    <div className={`${styles.step} ${styles.images}`}>
      <div className={`row ${styles.head}`}>
        <h2 tabIndex={-1} data-step-heading>
          Imágenes
        </h2>
        <Button variant="quiet" onClick={actions.restart}>
          Volver al inicio
        </Button>
      </div>
      {first && (
        <WithKindParts>
          {({ UnofferedNotice }) => <UnofferedNotice pictures={unoffered} onShow={showKind} />}
        </WithKindParts>
      )}
      {hasKinds(useOffer()) ? (
        <WithKindParts>
          {({ KindQuestion }) => (
            <KindQuestion
              kind={draft.kind}
              pictures={usable}
              onChoose={actions.chooseKind}
              onApply={(kind) => {
                for (const { id } of usable) actions.editPicture(id, kind);
              }}
            />
          )}
        </WithKindParts>
      ) : (
        <p>Tus pines: {shop.shown.make}.</p>
      )}
      <UploadStep
        pictures={draft.pictures}
        previews={session.previews}
        uploads={session.uploads}
        shrink={session.shrink}
        onAdd={actions.addFiles}
        onEdit={actions.editPicture}
        onAddKind={actions.addKind}
        onShrink={actions.shrinkPicture}
        onRemove={actions.removePictures}
      />
      <PricePart />
      {usable.length > 0 && (
        <PriceBar bill={draftBill(draft, shop, to)} news={<PricePart choices={usable} />}>
          <Button onClick={first ? () => showKind(first.id) : goOn}>
            {continueLabel(usable.length)}
          </Button>
        </PriceBar>
      )}
    </div>
  );
}

function showKind(id: string) {
  document.getElementById(kindFieldId(id))?.focus();
}
