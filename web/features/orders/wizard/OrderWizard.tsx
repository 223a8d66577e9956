import {
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { kindParts } from '#web/features/uploads/kind-parts.tsx';
import { useDropGuard } from '#web/features/uploads/use-file-arrivals.ts';
import { hasKinds, useOffer } from '#web/features/uploads/use-pin.ts';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { Refusal } from '#web/lib/api.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { keepPlaced } from '#web/lib/kept-order.ts';
import { demand, useLoading, warm } from '#web/lib/loader.ts';
import { isReturning } from '#web/lib/reload-page.ts';
import { useStore } from '#web/lib/store.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadedPart } from '#web/ui/LoadedPart.tsx';
import { scrollToTop } from '#web/ui/motion.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { checkout } from './checkout-loader.ts';
import { type Draft, emptying, type Step, usablePictures } from './draft/draft.ts';
import { createOrderActions } from './order-actions.ts';
import progressStyles from './Progress.module.css';
import type { OrderSession } from './session.ts';
import { useStepHistory } from './step-history.ts';
import { ImagesStep } from './steps/ImagesStep.tsx';
import { IntroStep } from './steps/IntroStep.tsx';
import { unofferedPictures } from './submit/order-body.ts';
import { NO_SUBMISSION } from './submit/submission.ts';
import { UndoBar } from './UndoBar.tsx';
import styles from './Wizard.module.css';
import { OfferedCodeNotice, SessionNotice, WizardNotices } from './WizardNotices.tsx';

/** The first step is shown and usable by then. */
const CHECKOUT_MS = 3000;

type Props = { session: OrderSession; calls: number };

/**
 * Returns the draft's step, or an earlier one if another tab removed what it requires.
 * @param isComplete whether the delivery form is
 */
function allowedStep({ step, ...draft }: Draft, isComplete: boolean): Step {
  if (step >= 2 && usablePictures(draft).length === 0) return 1;
  return step === 3 && !isComplete ? 2 : step;
}

export function OrderWizard({ session, calls }: Props) {
  const { uid, isExpired } = useDraftOwner(session);
  const signedIn = uid !== null;
  const { store } = session;
  const current = useStore(store);
  const formVersion = useStore({ get: store.formVersion, subscribe: store.subscribe });
  const [actions] = useState(() => createOrderActions(session));
  const { placing, frozen } = useStore(session.submission);
  const loading = useLoading(checkout);
  const later = loading.name === 'ready' ? loading.module : null;
  const draft = frozen ?? current;
  const shop = usePageConfig();
  const needsPins = !frozen && unofferedPictures(draft, shop).length > 0;
  const isComplete = later === null || later.isComplete(draft.form, signedIn);
  const isReachable = (wanted: Step) =>
    allowedStep({ ...draft, step: wanted }, isComplete) === wanted;
  const step = needsPins && draft.step > 1 ? 1 : allowedStep(draft, isComplete);
  const isVolatile = useStore(session.volatile);
  const [isReviewing, setReviewing] = useState(false);
  const leavePictures = () => {
    actions.goTo(isReviewing && isReachable(3) ? 3 : 2);
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
    session.submission.set(NO_SUBMISSION);
    actions.goTo(1);
  });
  useEffect(() => {
    if (needsPins) sendBack();
  }, [needsPins]);
  const needsCheckout = current.pictures.length > 0 || current.placed !== null;
  useEffect(() => {
    if (needsCheckout) demand(checkout);
  }, [needsCheckout]);
  // In time for a connection that is lost before the first picture.
  useTimeout(step > 0, CHECKOUT_MS, () => warm(checkout));
  const isAsking = hasKinds(useOffer()) || needsPins;
  useEffect(() => {
    if (isAsking) warm(kindParts);
  }, [isAsking]);
  const isWaiting = step > 1 && later === null;
  const place = useStepFocus(placing ? 'placed' : isWaiting ? 'waiting' : step, calls);
  useStepHistory(step, (wanted) => {
    const isUnderWay = frozen !== null;
    if (isUnderWay) return;
    if (wanted < step || isReachable(wanted)) actions.goTo(wanted);
  });
  useDropGuard();
  const clickedStep = useRef<Step>(null);
  // The second click of a double click is not meant for the step to which the first one led.
  const ignoreSecondClick = (event: MouseEvent) => {
    if (event.detail > 1 && clickedStep.current !== step) {
      event.preventDefault();
      event.stopPropagation();
    } else clickedStep.current = step;
  };

  return (
    <div ref={place} className={styles.wizard} onClickCapture={ignoreSecondClick}>
      {draft.placed && !placing && later && (
        <later.PlacedNotice
          placed={draft.placed}
          isShort={step > 0}
          onDismiss={actions.dismissPlaced}
        />
      )}
      <UndoBar undo={actions.undo} />
      {/* The last step has it beside its button. */}
      {isExpired && step < 3 && <SessionNotice />}
      {isVolatile && step > 0 && !placing && (
        <Notice tone="info">
          Este navegador no nos deja guardar tu avance. Puedes pedir igual, pero no cierres esta
          página.
        </Notice>
      )}
      {!placing && <WizardNotices step={step} />}
      {step < 3 && !draft.discount && draft.offeredCode && (
        <OfferedCodeNotice code={draft.offeredCode} />
      )}
      {step > 0 && <Progress step={step} isDone={placing !== null} />}
      {step === 0 && <IntroStep signedIn={signedIn} onStart={() => actions.goTo(1)} />}
      {step === 1 && <ImagesStep {...{ draft, session, actions }} onContinue={leavePictures} />}
      {isWaiting && (
        <LoadedPart
          loader={checkout}
          failure="No pudimos abrir este paso."
          waiting={<Skeleton lines={4} />}
        >
          {() => null}
        </LoadedPart>
      )}
      {later && (
        <later.Checkout
          {...{ draft, session, actions, uid, step }}
          formKey={`${formVersion} ${uid}`}
          onPictures={changePictures}
        />
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
export function clear({ store, forget }: OrderSession) {
  const draft = store.get();
  const ids = draft.pictures.map(({ id }) => id);
  void store.write({ ...emptying(draft), placed: null });
  forget(ids);
  keepPlaced(null);
  if (ids.length === 0) return;
  checkout.load().then(
    // After the messages' place was rendered.
    ({ toast }) => setTimeout(() => toast(GONE)),
    () => undefined,
  );
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
    if (!isSignedIn) return;
    session.uploads.retryNow();
    // No longer the reason why the order cannot be placed.
    const { error } = session.submission.get();
    if (error instanceof Refusal && error.code === 'unauthenticated') {
      session.submission.set(NO_SUBMISSION);
    }
  }, [session, isSignedIn]);

  return { uid, isExpired: state.name === 'expired' };
}

/**
 * Scrolls the wizard into view and focuses its heading on each change of screen and whenever the
 * visitor opens it. A restored draft takes no focus.
 * @param screen the step, or the confirmation after the last one
 * @param calls how often the visitor opened it
 */
function useStepFocus(screen: Step | 'placed' | 'waiting', calls: number) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(calls > 0 ? '' : `${screen}.${calls}`);

  useEffect(() => {
    if (shown.current && isReturning()) place.current?.scrollIntoView({ block: 'start' });
  }, []);

  // Before the screen is painted: after that everything would move once more.
  useLayoutEffect(() => {
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
