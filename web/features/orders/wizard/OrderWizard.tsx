import { useEffect, useEffectEvent, useState } from 'react';
import { formProblems } from '#contract/delivery.ts';
import { useDropGuard } from '#web/features/uploads/use-file-arrivals.ts';
import { useHeldPresses } from '#web/ui/use-held-presses.ts';
import type { Draft, Step } from './draft/draft.ts';
import { useDraft, useFormVersion } from './draft/use-draft.ts';
import { OfferedCodeNotice } from './OfferedCodeNotice.tsx';
import { createOrderActions } from './order-actions.ts';
import { PlacedNotice } from './PlacedNotice.tsx';
import { Progress } from './Progress.tsx';
import { SessionNotice } from './SessionNotice.tsx';
import type { OrderSession } from './session.ts';
import { useStepHistory } from './step-history.ts';
import { DeliveryStep } from './steps/DeliveryStep.tsx';
import { ImagesStep } from './steps/ImagesStep.tsx';
import { IntroStep } from './steps/IntroStep.tsx';
import { PlacedStep } from './steps/PlacedStep.tsx';
import { SummaryStep } from './steps/SummaryStep.tsx';
import { useSubmit } from './submit/use-submit.ts';
import { UndoBar } from './UndoBar.tsx';
import { useDraftOwner } from './use-draft-owner.ts';
import { useStepFocus } from './use-step-focus.ts';
import styles from './Wizard.module.css';
import { WizardNotices } from './WizardNotices.tsx';

/** How long the good news stands before the wizard is ready for the next order. */
const PLACED_MS = 3000;

type Props = { session: OrderSession; calls: number };

/** The furthest step that the draft allows: another tab may have taken something away. */
function allowedStep({ step, pictures, form }: Draft, signedIn: boolean): Step {
  if (step >= 2 && pictures.length === 0) return 1;
  const isComplete = Object.keys(formProblems(form, { isGuest: !signedIn })).length === 0;
  if (step === 3 && !isComplete) return 2;
  return step;
}

/** Whether Forward may lead to a step: its buyer was there, but may have changed things since. */
function isReachable(step: Step, draft: Draft, signedIn: boolean): boolean {
  const hasRefusal = draft.pictures.some(({ refusal }) => refusal);
  if (step > 1 && hasRefusal) return false;
  return allowedStep({ ...draft, step }, signedIn) === step;
}

export function OrderWizard({ session, calls }: Props) {
  const { uid, isExpired } = useDraftOwner(session);
  const signedIn = uid !== null;
  const current = useDraft(session.store);
  const formVersion = useFormVersion(session.store);
  const [actions] = useState(() => createOrderActions(session));
  const submission = useSubmit(session);
  const { placing, finish } = submission;
  const draft = submission.frozen ?? current;
  const step = allowedStep(draft, signedIn);
  const place = useStepFocus(placing ? 'placed' : step, calls);
  useStepHistory(step, (wanted) => {
    const isUnderWay = submission.frozen !== null;
    if (isUnderWay) return;
    if (wanted < step || isReachable(wanted, draft, signedIn)) actions.goTo(wanted);
  });
  useDropGuard();
  useHeldPresses();

  const finishLater = useEffectEvent(finish);
  useEffect(() => {
    if (!placing) return;
    const timer = setTimeout(() => finishLater(), PLACED_MS);
    return () => clearTimeout(timer);
  }, [placing]);

  return (
    <div ref={place} className={styles.wizard}>
      {current.placed && !placing && (
        <PlacedNotice placed={current.placed} onDismiss={actions.dismissPlaced} />
      )}
      <UndoBar undo={actions.undo} />
      {isExpired && <SessionNotice />}
      {!placing && <WizardNotices step={step} />}
      {step < 3 && !draft.discount && draft.offeredCode && (
        <OfferedCodeNotice code={draft.offeredCode} />
      )}
      {step > 0 && <Progress step={step} isDone={placing !== null} />}
      {step === 0 && <IntroStep signedIn={signedIn} onStart={() => actions.goTo(1)} />}
      {step === 1 && <ImagesStep draft={draft} session={session} actions={actions} uid={uid} />}
      {step === 2 && (
        <DeliveryStep key={`${formVersion} ${uid}`} draft={draft} actions={actions} uid={uid} />
      )}
      {placing && (
        <PlacedStep
          placing={placing}
          pictures={draft.pictures}
          previews={session.previews}
          press={session.press}
          onLeave={submission.isUnfinished ? submission.leave : null}
        />
      )}
      {step === 3 && !placing && (
        <SummaryStep draft={draft} session={session} actions={actions} submission={submission} />
      )}
    </div>
  );
}
