import { useEffect } from 'react';
import { Loaded } from '#web/ui/Loaded.tsx';
import { loadCore, useCore } from './core-loader.ts';
import { closeOverlay, closeSignIn, useOverlay, useSignIn } from './overlays.ts';

const loadProfile = () => import('./profile/ProfileDialog.tsx');
const loadOrderLink = () => import('./links/OrderLinkDialog.tsx');
const loadLinks = () => loadCore().then(() => import('./links/LinkDialog.tsx'));

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
        {({ OrderLinkDialog }) => <OrderLinkDialog key={link.token} token={link.token} />}
      </Loaded>
    );
  }
  return (
    <Loaded key="account" load={loadLinks} onGiveUp={closeOverlay}>
      {({ LinkDialog }) => <LinkDialog link={link} />}
    </Loaded>
  );
}
