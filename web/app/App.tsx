import { type ReactNode, useEffect } from 'react';
import type { PublicConfig } from '#contract/home/config.ts';
import { Home } from '#web/features/home/Home.tsx';
import { LegalLink } from '#web/features/legal/LegalLink.tsx';
import { SellerLines } from '#web/features/legal/SellerLines.tsx';
import { AccountBar, AdminTools } from '#web/features/people/AccountBar.tsx';
import { core } from '#web/features/people/core-loader.ts';
import { NoticeLine } from '#web/features/settings/NoticeLine.tsx';
import { usePageConfig } from '#web/lib/config.ts';
import { connection } from '#web/lib/connection.ts';
import { panel } from '#web/lib/levels.ts';
import { createLoader, useLoading } from '#web/lib/loader.ts';
import { closeOverlay, useOverlay } from '#web/lib/overlays.ts';
import { closeSignIn, useSignIn } from '#web/lib/sign-in.ts';
import { useStore } from '#web/lib/store.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import connectionBarStyles from './ConnectionBar.module.css';
import footerStyles from './Footer.module.css';
import styles from './Header.module.css';

export function App() {
  const config = usePageConfig();
  return (
    <>
      <ConnectionBar />
      <NoticeLine />
      <Header shopName={config.shop.name} account={<AccountBar onAdmin={openPanel} />} />
      <main>
        <Home adminTools={<AdminTools />} />
      </main>
      <Footer config={config} />
      <AdminOverlay />
      <AccountOverlays />
    </>
  );
}

type Props = {
  shopName: string;
  /** The account's menu. */
  account?: ReactNode;
};

function Header({ shopName, account }: Props) {
  return (
    <header className={styles.header}>
      <a className={styles.logo} href="/">
        <span className={styles.mark} aria-hidden="true" />
        {shopName}
      </a>
      {account && <div className={styles.account}>{account}</div>}
    </header>
  );
}

function Footer({ config: { shop, shown, face } }: { config: PublicConfig }) {
  // The page built in advance knows only the shop's name.
  const isHydrated = useHydrated();
  return (
    <footer id="foot" className={footerStyles.footer}>
      <div className={footerStyles.inside}>
        <div className={`${footerStyles.part} ${footerStyles.brand}`}>
          <p className={footerStyles.name}>{shop.name}</p>
          <p>Pines personalizados hechos a mano en Chile.</p>
          <ul className={footerStyles.promises}>
            <li>Pagas después</li>
            <li>Entrega en {shown.daysInWords}</li>
            <li>Despacho a todo Chile</li>
          </ul>
        </div>
        <nav className={footerStyles.part} aria-labelledby="foot-legal">
          <h2 id="foot-legal" className={footerStyles.title}>
            Antes de comprar
          </h2>
          <ul className={footerStyles.list}>
            <li>
              <LegalLink name="payment">Cómo pagar y despacho</LegalLink>
            </li>
            <li>
              <LegalLink name="terms">Términos y condiciones</LegalLink>
            </li>
            <li>
              <LegalLink name="withdrawal">Derecho a retracto</LegalLink>
            </li>
            <li>
              <LegalLink name="privacy">Privacidad</LegalLink>
            </li>
          </ul>
        </nav>
        {isHydrated && <SellerPart shop={shop} face={face} />}
      </div>
    </footer>
  );
}

function SellerPart({ shop, face }: Pick<PublicConfig, 'shop' | 'face'>) {
  return (
    <section className={footerStyles.part} aria-labelledby="foot-seller">
      <h2 id="foot-seller" className={footerStyles.title}>
        Quién vende
      </h2>
      <ul className={footerStyles.list}>
        <SellerLines seller={shop} face={face} />
      </ul>
    </section>
  );
}

const texts = {
  up: null,
  down: 'Sin conexión: tu avance queda guardado.',
  back: 'Conexión recuperada',
};

/** Announces that the connection is lost or back; always rendered for screen readers. */
function ConnectionBar() {
  const state = useStore(connection, 'up');
  return (
    <div role="status" className={connectionBarStyles.bar} data-connection={state}>
      {texts[state]}
    </div>
  );
}

const door = createLoader('admin panel', () => import('./PanelDoor.tsx'));

// Without a tab: the one used last.
const openPanel = () => panel.set({ query: 'panel=', past: 0 });
const close = () => panel.set(null);

function AdminOverlay() {
  const open = useStore(panel, null);
  return (
    open && (
      <Loaded loader={door} onGiveUp={close}>
        {({ PanelDoor }) => <PanelDoor panel={open} onClose={close} />}
      </Loaded>
    )
  );
}

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

function AccountOverlays() {
  const asked = useSignIn();
  const loading = useLoading(core);
  const isAsked = asked !== null;
  useEffect(() => {
    // The header's button shows the error.
    if (isAsked) core.load().catch(closeSignIn);
  }, [isAsked]);
  return (
    <>
      <OpenWindow />
      {asked && loading.name === 'ready' && (
        <loading.module.SignInDialog key={asked.mode} {...asked} />
      )}
    </>
  );
}

function OpenWindow() {
  const overlay = useOverlay();
  if (!overlay) return null;
  if (overlay.name === 'profile') {
    return (
      <Loaded loader={profile} onGiveUp={closeOverlay}>
        {({ ProfileDialog }) => <ProfileDialog tab={overlay.tab} />}
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
