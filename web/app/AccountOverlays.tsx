import { useEffect } from 'react';
import { loadCore, useCore } from '#web/features/people/core-loader.ts';
import { closeOverlay, useOverlay } from '#web/features/people/overlays.ts';
import { closeSignIn, useSignIn } from '#web/lib/sign-in.ts';
import { Loaded } from '#web/ui/Loaded.tsx';

const loadProfile = () => import('#web/features/people/profile/ProfileDialog.tsx');
const loadOrderLink = () => import('#web/features/orders/history/OrderLinkDialog.tsx');
const loadLinks = () => loadCore().then(() => import('#web/features/people/links/LinkDialog.tsx'));

/** The windows about accounts and orders that stand over the page. */
export function AccountOverlays() {
  const mode = useSignIn();
  const loading = useCore();
  const isAsked = mode !== null;
  useEffect(() => {
    // A failure shows beside the header's button.
    if (isAsked) loadCore().catch(closeSignIn);
  }, [isAsked]);
  return (
    <>
      <OpenWindow />
      {mode && loading.name === 'ready' && <loading.core.SignInDialog key={mode} mode={mode} />}
    </>
  );
}

function OpenWindow() {
  const overlay = useOverlay();
  if (!overlay) return null;
  if (overlay.name === 'profile') {
    return (
      <Loaded load={loadProfile} onGiveUp={closeOverlay}>
        {({ ProfileDialog }) => <ProfileDialog />}
      </Loaded>
    );
  }
  const { link } = overlay;
  if (link.name === 'order') {
    return (
      <Loaded key="order" load={loadOrderLink} onGiveUp={closeOverlay}>
        {({ OrderLinkDialog }) => (
          <OrderLinkDialog key={link.token} token={link.token} onClose={closeOverlay} />
        )}
      </Loaded>
    );
  }
  return (
    <Loaded key="account" load={loadLinks} onGiveUp={closeOverlay}>
      {({ LinkDialog }) => <LinkDialog link={link} />}
    </Loaded>
  );
}
