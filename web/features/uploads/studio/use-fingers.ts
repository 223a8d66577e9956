import { type PointerEvent, useRef } from 'react';
import type { Place } from './moves.ts';

type Options = {
  placeOf: (event: PointerEvent) => Place;
  onMove: (before: readonly Place[], after: readonly Place[]) => void;
};

/** Returns handlers that follow the pressed mouse, one finger or two. */
export function useFingers({ placeOf, onMove }: Options) {
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
