import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react';
import type { Crop, Size } from '#domain/pins/crops.ts';
import type { PressedPin } from '#domain/pins/pin.ts';
import type { PinText as Text } from '#domain/pins/text.ts';
import { CroppedPicture } from '#web/ui/CroppedPicture.tsx';
import { PinText } from '#web/ui/PinText.tsx';
import { describeCentre } from './describe-crop.ts';
import { Guides } from './Guides.tsx';
import { followFingers, moveCrop, type Place, turnCrop, zoomCrop } from './moves.ts';
import styles from './Stage.module.css';
import type { CropStep } from './use-crop.ts';

/** The cut's diameter, as a share of the stage; the rest is dimmed. */
const CUT = 0.9;
/** How far an arrow key moves the picture, in diameters of the cut; fine with Shift. */
const STEP = { usual: 0.04, fine: 0.005 } as const;
const ZOOM_STEP = 1.1;

type Props = {
  label: string;
  src: string;
  crop: Crop;
  picture: Size;
  pin: PressedPin;
  hasGuides: boolean;
  text?: Text | null | undefined;
  onChange: (step: CropStep) => void;
};

/** Returns the crop after a key press; null if the key has no function here. */
function followKey({ key, shiftKey }: KeyboardEvent, crop: Crop, picture: Size): Crop | null {
  const step = shiftKey ? STEP.fine : STEP.usual;
  const move = (x: number, y: number) => moveCrop(crop, picture, { x: x * step, y: y * step });
  if (key === 'ArrowLeft') return move(-1, 0);
  if (key === 'ArrowRight') return move(1, 0);
  if (key === 'ArrowUp') return move(0, -1);
  if (key === 'ArrowDown') return move(0, 1);
  if (key === '+') return zoomCrop(crop, picture, ZOOM_STEP);
  if (key === '-') return zoomCrop(crop, picture, 1 / ZOOM_STEP);
  if (key === ',') return turnCrop(crop, -1);
  if (key === '.') return turnCrop(crop, 1);
  if (key === 'g' || key === 'G') return turnCrop(crop, 90);
  return null;
}

/** The picture under the cut circle: moved and zoomed by dragging, pinching, wheel and keys. */
export function Stage({ label, src, crop, picture, pin, hasGuides, text, onChange }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const id = useId();
  const placeOf = ({ clientX, clientY }: PointerEvent | WheelEvent): Place => {
    const box = stage.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    const diameter = box.width * CUT;
    return {
      x: (clientX - box.x - box.width / 2) / diameter,
      y: (clientY - box.y - box.height / 2) / diameter,
    };
  };
  const fingers = useFingers({
    placeOf,
    onMove: (before, after) => onChange((last) => followFingers(last, picture, before, after)),
  });

  const roll = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const [factor, at] = [wheelFactor(event), placeOf(event)];
    onChange((last) => zoomCrop(last, picture, factor, at));
  });
  useEffect(() => {
    const element = stage.current;
    const listener = (event: WheelEvent) => roll(event);
    // React's listener is passive and could not keep the window from scrolling.
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, []);

  const type = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = followKey(event, crop, picture);
    if (!next) return;
    event.preventDefault();
    onChange(() => next);
  };

  return (
    <div
      ref={stage}
      className={styles.stage}
      // It moves in two directions, but a slider's value is announced after each key.
      role="slider"
      aria-label={label}
      aria-describedby={id}
      aria-valuenow={Math.round(crop.x * 100)}
      aria-valuetext={describeCentre(crop)}
      tabIndex={0}
      onKeyDown={type}
      {...fingers}
    >
      <CroppedPicture src={src} crop={{ ...crop, diameter: crop.diameter / CUT }} />
      <PinText text={text} press={pin.press} millimetres={pin.press.cutMm / CUT} />
      <span className={styles.dim} />
      {hasGuides && (
        <span className={styles.cut}>
          <Guides pin={pin} />
        </span>
      )}
      <span id={id} className="visually-hidden">
        Flechas: mover; con Mayúsculas, de a poco. Más y menos: tamaño. Coma y punto: girar un
        grado. G: girar un cuarto.
      </span>
    </div>
  );
}

/** Zoom speed of a wheel and of a trackpad's pinch, per CSS pixel. */
const SPEED = { wheel: 0.0015, pinch: 0.01 } as const;
/** CSS pixels per unit of `deltaMode`: pixel, line, page. */
const PIXELS = [1, 16, 400];

/** Returns the zoom factor of a wheel event. */
function wheelFactor({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  // Browsers report a trackpad's pinch as a wheel with the control key.
  const speed = ctrlKey ? SPEED.pinch : SPEED.wheel;
  return Math.exp(-deltaY * (PIXELS[deltaMode] ?? 1) * speed);
}

type Options = {
  placeOf: (event: PointerEvent) => Place;
  onMove: (before: readonly Place[], after: readonly Place[]) => void;
};

/** Returns handlers for the pressed mouse, one finger or two. */
function useFingers({ placeOf, onMove }: Options) {
  const fingers = useRef(new Map<number, Place>());
  const lift = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId);
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || fingers.current.size === 2) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, placeOf(event));
    },
    onPointerMove(event: PointerEvent) {
      if (!fingers.current.has(event.pointerId)) return;
      const before = [...fingers.current.values()];
      fingers.current.set(event.pointerId, placeOf(event));
      onMove(before, [...fingers.current.values()]);
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onLostPointerCapture: lift,
  };
}
