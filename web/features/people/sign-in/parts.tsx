import { describeIdentityError } from '#web/identity/messages.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/** Why a form about an account failed: its own text, or the identity provider's error. */
export function IdentityProblem({ error }: { error: unknown }) {
  if (error === null) return null;
  const text = typeof error === 'string' ? error : describeIdentityError(error);
  return <Notice tone="error">{text}</Notice>;
}

type GoogleProps = { isBusy: boolean; disabled: boolean; onClick: () => void };

export function GoogleButton({ isBusy, disabled, onClick }: GoogleProps) {
  return (
    <Button variant="secondary" busy={isBusy} disabled={disabled} onClick={onClick}>
      {!isBusy && <GoogleMark />}
      Continuar con Google
    </Button>
  );
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" width="1.15em" height="1.15em" aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        d="M12 10.3v3.6h5.1c-.4 2-2.2 3.6-5.1 3.6a5.5 5.5 0 0 1 0-11c1.5 0 2.7.5 3.6 1.4l2.7-2.6A9.3 9.3 0 1 0 12 21.3c5.4 0 9-3.8 9-9.1 0-.7-.1-1.3-.2-1.9z"
      />
    </svg>
  );
}
