import { toIdentityCode } from '#web/identity/wire/call.ts';
import { IdentityError } from '../errors.ts';

const WIDTH = 480;
const HEIGHT = 640;
const LOOK_MS = 400;
/** Google may cut the window loose, which then seems closed while it lives. */
const GRACE_MS = 1000;

type Outcome = { source: 'pines-identity'; error: string | null };

function isOutcome(data: unknown): data is Outcome {
  return (
    typeof data === 'object' &&
    data !== null &&
    'source' in data &&
    data.source === 'pines-identity'
  );
}

/** Listens for the window's last word, on every way it may come. @returns what ends that */
function hearOutcome(listener: (outcome: Outcome) => void): () => void {
  const channel = new BroadcastChannel('pines-identity');
  const onMessage = ({ data, origin }: MessageEvent<unknown>) => {
    if (isOutcome(data) && (origin === '' || origin === location.origin)) listener(data);
  };
  channel.addEventListener('message', onMessage);
  addEventListener('message', onMessage);
  return () => {
    channel.close();
    removeEventListener('message', onMessage);
  };
}

/** @throws IdentityError `popup-blocked` */
function openWindow(): Window {
  const left = Math.max(0, screenX + (outerWidth - WIDTH) / 2);
  const top = Math.max(0, screenY + (outerHeight - HEIGHT) / 2);
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
  const popup = open('about:blank', 'pines-google', features);
  if (!popup) throw new IdentityError('popup-blocked');
  return popup;
}

/** Waits for the window's last word; null when it went away without one. */
function waitForOutcome(popup: Window): { outcome: Promise<Outcome | null>; stop: () => void } {
  let stop = () => {};
  const outcome = new Promise<Outcome | null>((resolve) => {
    const stopHearing = hearOutcome(resolve);
    const timer = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(timer);
      setTimeout(() => resolve(null), GRACE_MS);
    }, LOOK_MS);
    stop = () => {
      stopHearing();
      clearInterval(timer);
    };
  });
  return { outcome, stop };
}

/**
 * Lets the visitor sign in at Google in a window of its own. It opens before anything is awaited,
 * because browsers allow that only within the click.
 * @param findAddress asks the provider where the window has to go
 * @returns whether the window said that it worked; false when it went away without a word
 * @throws IdentityError
 */
export async function signInByPopup(findAddress: () => Promise<string>): Promise<boolean> {
  const popup = openWindow();
  const waiting = waitForOutcome(popup);
  try {
    popup.location.href = await findAddress();
    const outcome = await waiting.outcome;
    if (outcome?.error) {
      const code = toIdentityCode(outcome.error, 400);
      throw new IdentityError(code === 'unknown' ? 'google-failed' : code);
    }
    return outcome !== null;
  } finally {
    waiting.stop();
    popup.close();
  }
}
