/** How fast a wheel and a trackpad's pinch zoom, per CSS pixel. */
const SPEED = { wheel: 0.0015, pinch: 0.01 } as const;
/** What a line of text and a page stand for, in CSS pixels. */
const PIXELS = [1, 16, 400];

/** Returns how much larger a turn of the wheel makes the picture. */
export function wheelFactor({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  // Browsers report a trackpad's pinch as a wheel with the control key.
  const speed = ctrlKey ? SPEED.pinch : SPEED.wheel;
  return Math.exp(-deltaY * (PIXELS[deltaMode] ?? 1) * speed);
}
