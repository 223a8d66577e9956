import { useEffectEvent, useLayoutEffect } from 'react';
import { steps } from '#web/lib/levels.ts';
import type { Step } from './draft/draft.ts';

const isStep = (value: unknown): value is Step =>
  value === 0 || value === 1 || value === 2 || value === 3;

/** Returns this tab's step before a reload; null on a new visit. */
export function readFormerStep(): Step | null {
  const step: unknown = history.state?.step;
  return isStep(step) ? step : null;
}

/** Lets Back and Forward move through the steps, unless the draft or a request forbids it. */
export function useStepHistory(step: Step, goTo: (step: Step) => void) {
  const follow = useEffectEvent((wanted: number) => {
    if (isStep(wanted)) goTo(wanted);
  });
  useLayoutEffect(() => {
    steps.set({ step, goTo: (wanted) => follow(wanted) });
  }, [step]);
}
