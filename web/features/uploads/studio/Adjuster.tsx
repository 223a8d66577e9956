import { useEffect, useState } from 'react';
import type { Crop, Size } from '#domain/pins/crops.ts';
import type { PressedPin } from '#domain/pins/pin.ts';
import { edgeColours, isAlike, PAPER_COLOUR, PIN_COLOURS } from '#domain/pins/pin-colours.ts';
import { cropOf, fileOf, type Picture } from '#web/features/uploads/picture.ts';
import { type PreviewUrls, usePreview } from '#web/features/uploads/preview-urls.ts';
import { SharpnessLight } from '#web/features/uploads/SharpnessLight.tsx';
import { Announced } from '#web/ui/Announced.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { ColourChoice } from './ColourChoice.tsx';
import { describeCrop } from './describe-crop.ts';
import { FrameControls } from './FrameControls.tsx';
import { GuideWords } from './Guides.tsx';
import { wholeCrop } from './moves.ts';
import { PinView } from './PinView.tsx';
import { Stage } from './Stage.tsx';
import styles from './Studio.module.css';
import { type TextEdits, TextPart } from './TextPart.tsx';
import { useCrop } from './use-crop.ts';

/** Returns the colours along a picture's edge; empty until they are read. */
function useEdgeColours(src: string): readonly string[] {
  const [read, setRead] = useState<{ src: string; colours: string[] } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void readEdgeColours(src).then((colours) => {
      if (isWanted) setRead({ src, colours });
    });
    return () => {
      isWanted = false;
    };
  }, [src]);
  return read?.src === src ? read.colours : [];
}

/** Side of the copy whose edge is read, in pixels. */
const SIDE = 32;

/** Reads the colours along a picture's edge; empty if it cannot be loaded. */
async function readEdgeColours(src: string): Promise<string[]> {
  const picture = new Image();
  picture.src = src;
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  try {
    await picture.decode();
  } catch {
    return [];
  }
  if (!context) return [];
  context.drawImage(picture, 0, 0, SIDE, SIDE);
  return edgeColours(context.getImageData(0, 0, SIDE, SIDE));
}

const VIEWS = [
  { name: 'frame', label: 'Encuadre' },
  { name: 'pin', label: 'Cómo quedará' },
] as const;

type Props = {
  /** The pictures that can be edited. */
  pictures: readonly Picture[];
  picture: Picture;
  /** Size of the picture's original. */
  pixels: Size;
  previews: PreviewUrls;
  pin: PressedPin;
  onEdit: (id: string, edits: { crop: Crop | null }) => void;
  /** Changes the text on the pin; omitted if that is not offered here. */
  onWrite?: ((id: string, edits: TextEdits) => void) | undefined;
};

export function Adjuster(props: Props) {
  const { pictures, picture, pixels, previews, pin, onEdit, onWrite } = props;
  const { crop, change, reset } = useCrop(picture, (id, kept) => onEdit(id, { crop: kept }));
  const [view, setView] = useState<(typeof VIEWS)[number]['name']>('frame');
  const [hasGuides, setGuides] = useState(true);
  const small = usePreview(previews, fileOf(picture)) ?? picture.upload?.imageUrl ?? '';
  const src = useLargePicture(picture, previews) ?? small;
  const edges = useEdgeColours(small);
  const showWhole = () => {
    const [edge = PAPER_COLOUR] = edges;
    const background = crop.background ?? (edge === PAPER_COLOUR ? null : edge);
    change(() => ({ ...wholeCrop(crop, pixels, pin), background }));
  };
  return (
    <div className={`stack-4 ${styles.studio}`}>
      <div className={styles.frame}>
        <Tabs label="Vista" tabs={VIEWS} chosen={view} onChoose={setView}>
          {view === 'frame' ? (
            <Stage
              key={picture.id}
              label={`Encuadre de ${picture.name}`}
              src={src}
              crop={crop}
              picture={pixels}
              pin={pin}
              hasGuides={hasGuides}
              text={picture.text}
              onChange={change}
            />
          ) : (
            <PinView key={picture.id} src={src} crop={crop} pin={pin} text={picture.text} />
          )}
        </Tabs>
      </div>
      <div className={`stack-3 ${styles.controls}`}>
        <FrameControls crop={crop} picture={pixels} pin={pin} onChange={change} />
        <SharpnessLight crop={crop} pixels={pixels} pin={pin} />
        {view === 'frame' && (
          <div className={styles.under}>
            {hasGuides && <GuideWords />}
            <Check className={`choice ${styles.guides}`} checked={hasGuides} onToggle={setGuides}>
              Guías
            </Check>
          </div>
        )}
        <BackgroundChoice
          edges={edges}
          chosen={crop.background}
          onChoose={(background) => change((last) => ({ ...last, background }))}
        />
        {onWrite && (
          <TextPart
            key={picture.id}
            {...{ picture, crop, pixels, pictures, pin }}
            src={small}
            onWrite={(edits) => onWrite(picture.id, edits)}
          />
        )}
        <div className={`row ${styles.more}`}>
          <Button variant="secondary" onClick={showWhole}>
            Mostrar la imagen completa
          </Button>
          <Button variant="secondary" disabled={!picture.crop} onClick={reset}>
            Restablecer
          </Button>
          <ApplyToAll crop={crop} picture={picture} pictures={pictures} onEdit={onEdit} />
        </div>
      </div>
      <Announced text={describeCrop(crop)} />
    </div>
  );
}

type ApplyToAllProps = Pick<Props, 'picture' | 'pictures' | 'onEdit'> & { crop: Crop };

/** Applies size, rotation and background to the other pictures; each keeps its own centre. */
function ApplyToAll({ crop, picture, pictures, onEdit }: ApplyToAllProps) {
  const [before, setBefore] = useState<readonly Picture[] | null>(null);
  const others = pictures.filter(({ id }) => id !== picture.id);
  if (others.length === 0) return null;
  const apply = () => {
    const { diameter, rotation, background } = crop;
    for (const other of others) {
      onEdit(other.id, { crop: { ...cropOf(other), diameter, rotation, background } });
    }
    setBefore(others);
  };
  const undo = () => {
    for (const { id, crop: old } of before ?? []) onEdit(id, { crop: old });
    setBefore(null);
  };
  return (
    <>
      <Button variant="secondary" onClick={apply}>
        Aplicar a todas
      </Button>
      <p className={styles.applied} role="status">
        {before && (
          <>
            Pasamos tamaño, giro y fondo a {others.length === 1 ? 'la otra' : 'todas'}.{' '}
            <button type="button" className={`plain ${styles.undo}`} onClick={undo}>
              Deshacer
            </button>
          </>
        )}
      </p>
    </>
  );
}

type BackgroundChoiceProps = {
  /** Colours along the picture's edge. */
  edges: readonly string[];
  chosen: string | null;
  onChoose: (background: string | null) => void;
};

function BackgroundChoice({ edges, chosen, onChoose }: BackgroundChoiceProps) {
  const found = edges
    .filter((colour) => !isAlike(colour, PAPER_COLOUR))
    .map((colour, at) => [colour, `De la imagen ${at + 1}`] as const);
  const isFound = (colour: string) => edges.some((edge) => isAlike(edge, colour));
  const others = PIN_COLOURS.filter(([colour]) => !isFound(colour));
  const offered = [[null, 'Blanco'] as const, ...found, ...others];
  return <ColourChoice legend="Fondo" {...{ offered, chosen, onChoose }} />;
}

/**
 * Returns the URL of a picture's large copy once it is made; releases it afterwards. The shop's
 * replaces this browser's, which stays until then if both show the same picture.
 */
function useLargePicture(picture: Picture, { enlarge }: PreviewUrls): string | null {
  const id = fileOf(picture);
  const { look } = picture;
  const source = picture.upload?.imageUrl;
  const [made, setMade] = useState<(Pick<Picture, 'id' | 'look'> & { url: string }) | null>(null);
  useEffect(() => {
    let isWanted = true;
    void enlarge(id, source).then((blob) => {
      if (isWanted && blob) setMade({ id, look, url: URL.createObjectURL(blob) });
    });
    return () => {
      isWanted = false;
    };
  }, [id, look, source, enlarge]);
  useEffect(() => {
    if (!made) return;
    return () => URL.revokeObjectURL(made.url);
  }, [made]);
  return made?.id === id && made.look === look ? made.url : null;
}
