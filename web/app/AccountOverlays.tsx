import { useEffect } from 'react';
import { core } from '#web/features/people/core-loader.ts';
import { closeOverlay, useOverlay } from '#web/features/people/overlays.ts';
import { createLoader, useLoading } from '#web/lib/loader.ts';
import { closeSignIn, useSignIn } from '#web/lib/sign-in.ts';
import { Loaded } from '#web/ui/Loaded.tsx';

const profile = createLoader(
  'profile',
  () => import('#web/features/people/profile/ProfileDialog.tsx'),
);
const orderLink = createLoader(
  'order link',
  () => import('#web/features/orders/history/OrderLinkDialog.tsx'),
);
const accountLink = createLoader('account link', async () => {
  await core.load();
  return import('#web/features/people/links/LinkDialog.tsx');
});

export function AccountOverlays() {
  const mode = useSignIn();
  const loading = useLoading(core);
  const isAsked = mode !== null;
  useEffect(() => {
    // A failure shows beside the header's button.
    if (isAsked) core.load().catch(closeSignIn);
  }, [isAsked]);
  return (
    <>
      <OpenWindow />
      {mode && loading.name === 'ready' && <loading.module.SignInDialog key={mode} mode={mode} />}
    </>
  );
}

function OpenWindow() {
  const overlay = useOverlay();
  if (!overlay) return null;
  if (overlay.name === 'profile') {
    return (
      <Loaded loader={profile} onGiveUp={closeOverlay}>
        {({ ProfileDialog }) => <ProfileDialog />}
      </Loaded>
    );
  }
  const { link } = overlay;
  if (link.name === 'order') {
    return (
      <Loaded key="order" loader={orderLink} onGiveUp={closeOverlay}>
        {({ OrderLinkDialog }) => (
          <OrderLinkDialog key={link.token} token={link.token} onClose={closeOverlay} />
        )}
      </Loaded>
    );
  }
  return (
    <Loaded key="account" loader={accountLink} onGiveUp={closeOverlay}>
      {({ LinkDialog }) => <LinkDialog link={link} />}
    </Loaded>
  );
}
