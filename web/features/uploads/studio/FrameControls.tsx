import { CROP_LIMITS, type Crop, type Size } from '#domain/pins/crops.ts';
import type { PressedPin } from '#domain/pins/pin.ts';
import { describeSize, describeTurn } from './describe-crop.ts';
import { turnCrop, wholeCrop, zoomCrop } from './moves.ts';
import { Slider } from './Slider.tsx';
import type { CropStep } from './use-crop.ts';

const ZOOM_STEP = 1.1;
const QUARTER = 90;
/** The slider's range beyond the whole picture, as a factor. */
const BEYOND_WHOLE = 1.2;

type Props = { crop: Crop; picture: Size; pin: PressedPin; onChange: (step: CropStep) => void };

export function FrameControls({ crop, picture, pin, onChange }: Props) {
  const [closest, limit] = CROP_LIMITS.diameter;
  const farthest = Math.min(limit, wholeCrop(crop, picture, pin).diameter * BEYOND_WHOLE);
  const zoom = (factor: number) => onChange((last) => zoomCrop(last, picture, factor));
  const turn = (degrees: number) => onChange((last) => turnCrop(last, degrees));
  return (
    <>
      <Slider
        label="Tamaño"
        value={describeSize(crop)}
        // A logarithmic scale: each step changes the size by the same factor.
        at={-Math.log(crop.diameter)}
        min={-Math.log(Math.max(farthest, crop.diameter))}
        max={-Math.log(closest)}
        step={0.01}
        less={{ name: 'Alejar', icon: 'minus', onPress: () => zoom(1 / ZOOM_STEP) }}
        more={{ name: 'Acercar', icon: 'plus', onPress: () => zoom(ZOOM_STEP) }}
        onMove={(at) => onChange((last) => zoomCrop(last, picture, last.diameter / Math.exp(-at)))}
      />
      <Slider
        label="Giro"
        value={describeTurn(crop)}
        at={crop.rotation}
        min={CROP_LIMITS.rotation[0]}
        max={CROP_LIMITS.rotation[1]}
        step={1}
        less={{
          name: 'Girar un cuarto a la izquierda',
          icon: 'turnLeft',
          onPress: () => turn(-QUARTER),
        }}
        more={{
          name: 'Girar un cuarto a la derecha',
          icon: 'turnRight',
          onPress: () => turn(QUARTER),
        }}
        onMove={(at) => onChange((last) => turnCrop(last, at - last.rotation))}
      />
    </>
  );
}
