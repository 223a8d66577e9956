import { useState } from 'react';
import type { Crop, Size } from '#domain/crops.ts';
import { PAPER_COLOUR } from '#domain/pin-colours.ts';
import type { Press } from '#domain/press.ts';
import { Button } from '#web/ui/Button.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { useAnnounced } from '#web/ui/use-debounced.ts';
import type { Picture } from '../picture.ts';
import type { PreviewUrls } from '../preview-urls.ts';
import { SharpnessLight } from '../SharpnessLight.tsx';
import { usePreview } from '../use-preview.ts';
import { ApplyToAll } from './ApplyToAll.tsx';
import { BackgroundChoice } from './BackgroundChoice.tsx';
import { describeCrop } from './describe-crop.ts';
import { FrameControls } from './FrameControls.tsx';
import { GuideWords } from './Guides.tsx';
import { wholeCrop } from './moves.ts';
import { PinView } from './PinView.tsx';
import { Stage } from './Stage.tsx';
import styles from './Studio.module.css';
import { useCrop } from './use-crop.ts';
import { useEdgeColours } from './use-edge-colours.ts';
import { type Enlarge, useLargePicture } from './use-large-picture.ts';

const VIEWS = [
  { name: 'frame', label: 'Encuadre' },
  { name: 'pin', label: 'Cómo quedará' },
] as const;

type Props = {
  pictures: readonly Picture[];
  picture: Picture;
  /** Size of the picture's original. */
  pixels: Size;
  previews: PreviewUrls;
  enlarge: Enlarge;
  press: Press;
  onEdit: (id: string, edits: { crop: Crop | null }) => void;
};

export function Adjuster({ pictures, picture, pixels, previews, enlarge, press, onEdit }: Props) {
  const { crop, change, reset } = useCrop(picture, (id, kept) => onEdit(id, { crop: kept }));
  const [view, setView] = useState<(typeof VIEWS)[number]['name']>('frame');
  const [hasGuides, setGuides] = useState(true);
  const small = usePreview(previews, picture.id) ?? picture.upload?.imageUrl ?? '';
  const src = useLargePicture(picture.id, enlarge) ?? small;
  const edges = useEdgeColours(small);
  const heard = useAnnounced(describeCrop(crop));
  const showWhole = () => {
    const [edge = PAPER_COLOUR] = edges;
    const background = crop.background ?? (edge === PAPER_COLOUR ? null : edge);
    change(() => ({ ...wholeCrop(crop, pixels, press), background }));
  };
  return (
    <div className={styles.studio}>
      <div className={styles.frame}>
        <Tabs label="Vista" tabs={VIEWS} chosen={view} onChoose={setView}>
          {view === 'frame' ? (
            <Stage
              key={picture.id}
              label={`Encuadre de ${picture.name}`}
              src={src}
              crop={crop}
              picture={pixels}
              press={press}
              hasGuides={hasGuides}
              onChange={change}
            />
          ) : (
            <PinView key={picture.id} src={src} crop={crop} press={press} />
          )}
        </Tabs>
      </div>
      <div className={styles.controls}>
        <FrameControls crop={crop} picture={pixels} press={press} onChange={change} />
        <SharpnessLight crop={crop} pixels={pixels} press={press} />
        {view === 'frame' && (
          <div className={styles.under}>
            {hasGuides && <GuideWords />}
            <label className={styles.guides}>
              <input
                type="checkbox"
                checked={hasGuides}
                onChange={({ target }) => setGuides(target.checked)}
              />
              Guías
            </label>
          </div>
        )}
        <BackgroundChoice
          edges={edges}
          chosen={crop.background}
          onChoose={(background) => change((last) => ({ ...last, background }))}
        />
        <div className={styles.more}>
          <Button variant="secondary" onClick={showWhole}>
            Mostrar la imagen completa
          </Button>
          <Button variant="secondary" disabled={!picture.crop} onClick={reset}>
            Restablecer
          </Button>
          <ApplyToAll crop={crop} picture={picture} pictures={pictures} onEdit={onEdit} />
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {heard}
      </p>
    </div>
  );
}
