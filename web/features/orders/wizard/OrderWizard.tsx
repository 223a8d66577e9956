import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toast } from 'sonner';
import { formProblems } from '#contract/delivery/delivery.ts';
import { wayFields } from '#web/features/delivery/WayPart.tsx';
import { kindParts } from '#web/features/uploads/kind-parts.tsx';
import { useDropGuard } from '#web/features/uploads/use-file-arrivals.ts';
import { hasKinds, useOffer } from '#web/features/uploads/use-pin.ts';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { keepPlaced } from '#web/lib/kept-order.ts';
import { warm } from '#web/lib/loader.ts';
import { isReturning } from '#web/lib/reload-page.ts';
import { useStore } from '#web/lib/store.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { scrollToTop } from '#web/ui/motion.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { type Draft, emptying, type Step, usablePictures } from './draft/draft.ts';
import { createOrderActions } from './order-actions.ts';
import { PlacedNotice } from './PlacedNotice.tsx';
import progressStyles from './Progress.module.css';
import type { OrderSession } from './session.ts';
import { useStepHistory } from './step-history.ts';
import { DeliveryStep } from './steps/DeliveryStep.tsx';
import { ImagesStep } from './steps/ImagesStep.tsx';
import { IntroStep } from './steps/IntroStep.tsx';
import { PlacedStep } from './steps/PlacedStep.tsx';
import { SummaryStep } from './steps/SummaryStep.tsx';
import { unofferedPictures } from './submit/order-body.ts';
import { useSubmit } from './submit/use-submit.ts';
import { STORAGE_MISSING } from './texts.ts';
import { UndoBar } from './UndoBar.tsx';
import styles from './Wizard.module.css';
import { OfferedCodeNotice, SessionNotice, WizardNotices } from './WizardNotices.tsx';

/** How long the confirmation is shown before the wizard is ready for the next order. */
const PLACED_MS = 3000;

type Props = { session: OrderSession; calls: number };

/** Returns the draft's step, or an earlier one if another tab removed what it requires. */
function allowedStep(draft: Draft, signedIn: boolean): Step {
  const { step, form } = draft;
  if (step >= 2 && usablePictures(draft).length === 0) return 1;
  const isComplete = Object.keys(formProblems(form, { isGuest: !signedIn })).length === 0;
  if (step === 3 && !isComplete) return 2;
  return step;
}

/** Returns true if the draft has everything for a step, which may have changed since then. */
function isReachable(step: Step, draft: Draft, signedIn: boolean): boolean {
  return allowedStep({ ...draft, step }, signedIn) === step;
}

export function OrderWizard({ session, calls }: Props) {
  const { uid, isExpired } = useDraftOwner(session);
  const signedIn = uid !== null;
  const { store } = session;
  const current = useStore(store);
  const formVersion = useStore({ get: store.formVersion, subscribe: store.subscribe });
  const [actions] = useState(() => createOrderActions(session));
  const submission = useSubmit(session);
  const { placing, finish } = submission;
  const draft = submission.frozen ?? current;
  const shop = usePageConfig();
  const needsPins = !submission.frozen && unofferedPictures(draft, shop).length > 0;
  const step = needsPins && draft.step > 1 ? 1 : allowedStep(draft, signedIn);
  const isVolatile = useStore(session.volatile);
  const [isReviewing, setReviewing] = useState(false);
  const leavePictures = () => {
    actions.goTo(isReviewing && isReachable(3, draft, signedIn) ? 3 : 2);
    setReviewing(false);
  };
  const changePictures = () => {
    setReviewing(true);
    actions.goTo(1);
  };
  // Returns to the pictures for good: choosing the last pin must not change the step automatically.
  const sendBack = useEffectEvent(() => {
    if (current.step < 2) return;
    if (current.step === 3) setReviewing(true);
    submission.forgetError();
    actions.goTo(1);
  });
  useEffect(() => {
    if (needsPins) sendBack();
  }, [needsPins]);
  const isAsking = hasKinds(useOffer()) || needsPins;
  const hasWays = shop.ways !== undefined;
  useEffect(() => {
    if (isAsking) warm(kindParts);
    if (hasWays) warm(wayFields);
  }, [isAsking, hasWays]);
  const place = useStepFocus(placing ? 'placed' : step, calls);
  useStepHistory(step, (wanted) => {
    const isUnderWay = submission.frozen !== null;
    if (isUnderWay) return;
    if (wanted < step || isReachable(wanted, draft, signedIn)) actions.goTo(wanted);
  });
  useDropGuard();
  useTimeout(placing, PLACED_MS, finish);

  return (
    <div ref={place} className={styles.wizard}>
      {current.placed && !placing && (
        <PlacedNotice
          placed={current.placed}
          isShort={step > 0}
          onDismiss={actions.dismissPlaced}
        />
      )}
      <UndoBar undo={actions.undo} />
      {isExpired && <SessionNotice />}
      {isVolatile && step > 0 && !placing && <Notice tone="info">{STORAGE_MISSING}</Notice>}
      {!placing && <WizardNotices step={step} />}
      {step < 3 && !draft.discount && draft.offeredCode && (
        <OfferedCodeNotice code={draft.offeredCode} />
      )}
      {step > 0 && <Progress step={step} isDone={placing !== null} />}
      {step === 0 && <IntroStep signedIn={signedIn} onStart={() => actions.goTo(1)} />}
      {step === 1 && (
        <ImagesStep {...{ draft, session, actions, uid }} onContinue={leavePictures} />
      )}
      {step === 2 && (
        <DeliveryStep key={`${formVersion} ${uid}`} draft={draft} actions={actions} uid={uid} />
      )}
      {placing && (
        <PlacedStep
          placing={placing}
          pictures={usablePictures(draft)}
          previews={session.previews}
          onLeave={submission.isUnfinished ? submission.leave : null}
        />
      )}
      {step === 3 && !placing && (
        <SummaryStep {...{ draft, session, actions, submission }} onPictures={changePictures} />
      )}
    </div>
  );
}

const steps = [
  { number: 1, label: 'Imágenes' },
  { number: 2, label: 'Datos' },
  { number: 3, label: 'Confirmar pedido' },
] as const;

function Progress({ step, isDone }: { step: Step; isDone: boolean }) {
  return (
    <ol className={progressStyles.steps} aria-label="Pasos del pedido">
      {steps.map(({ number, label }) => {
        const isTicked = number < step || (isDone && number === step);
        return (
          <li
            key={number}
            className={`${progressStyles.step} ${isTicked ? progressStyles.ticked : ''}`}
            aria-current={number === step ? 'step' : undefined}
          >
            <span className={`disc ${progressStyles.pin}`} aria-hidden="true">
              {isTicked ? <Icon name="tick" /> : number}
            </span>
            <span>{label}</span>
            {isTicked && <span className="visually-hidden"> (listo)</span>}
          </li>
        );
      })}
    </ol>
  );
}

const GONE = 'Cerraste sesión: borramos de este navegador tu pedido a medias.';

/** Removes the whole draft, including the note of the last order. */
function clear({ store, forget }: OrderSession) {
  const draft = store.get();
  const ids = draft.pictures.map(({ id }) => id);
  void store.write({ ...emptying(draft), placed: null });
  forget(ids);
  keepPlaced(null);
  if (ids.length > 0) toast(GONE);
}

/** Removes the draft when its account signs out or changes; keeps it when a session expires. */
function useDraftOwner(session: OrderSession) {
  const state = useAccountState();
  const uid = accountOf(state)?.uid ?? null;
  const owner = useRef<string | null>(null);
  const isSignedIn = state.name === 'signedIn';

  useEffect(() => {
    if (owner.current !== null && owner.current !== uid) clear(session);
    owner.current = uid;
    // An account's e-mail is known: a hidden field must not keep another one.
    const { email } = session.store.get().form;
    if (uid !== null && email) void session.store.write({ form: { email: '' } });
  }, [session, uid]);

  useEffect(() => {
    if (isSignedIn) session.uploads.retryNow();
  }, [session, isSignedIn]);

  return { uid, isExpired: state.name === 'expired' };
}

/**
 * Scrolls the wizard into view and focuses its heading on each change of screen and whenever the
 * visitor opens it. A restored draft takes no focus.
 * @param screen the step, or the confirmation after the last one
 * @param calls how often the visitor opened it
 */
function useStepFocus(screen: Step | 'placed', calls: number) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(calls > 0 ? '' : `${screen}.${calls}`);

  useEffect(() => {
    if (shown.current && isReturning()) place.current?.scrollIntoView({ block: 'start' });
  }, []);

  useEffect(() => {
    const view = `${screen}.${calls}`;
    if (shown.current === view || !place.current) return;
    const isNextScreen = shown.current.endsWith(`.${calls}`);
    shown.current = view;
    // A smooth scroll would move the new screen's buttons away from a quick click.
    if (isNextScreen) place.current.scrollIntoView({ block: 'start' });
    else scrollToTop(place.current);
    const heading = place.current.querySelector<HTMLElement>('[data-step-heading]');
    heading?.focus({ preventScroll: true });
  }, [screen, calls]);

  return place;
}
