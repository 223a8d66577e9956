import { AccountOverlays } from '#web/app/AccountOverlays.tsx';
import { AdminOverlay, openPanel } from '#web/app/AdminOverlay.tsx';
import { Home } from '#web/features/home/Home.tsx';
import { AccountBar } from '#web/features/people/AccountBar.tsx';
import { AdminTools } from '#web/features/people/AdminTools.tsx';
import { NoticeLine } from '#web/features/settings/NoticeLine.tsx';
import { usePageConfig } from '#web/lib/config.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

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
