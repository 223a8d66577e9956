import { useState } from 'react';
import type { PublicConfig } from '#contract/config.ts';
import { AccountOverlays } from '#web/app/AccountOverlays.tsx';
import { AdminOverlay } from '#web/app/AdminOverlay.tsx';
import { Home } from '#web/features/home/Home.tsx';
import { AccountBar } from '#web/features/people/AccountBar.tsx';
import { AdminTools } from '#web/features/people/AdminTools.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

export function App({ config }: { config: PublicConfig }) {
  const [isAdminOpen, setAdminOpen] = useState(false);
  return (
    <>
      <ConnectionBar />
      <Header
        shopName={config.shop.name}
        account={<AccountBar onAdmin={() => setAdminOpen(true)} />}
      />
      <main>
        <Home adminTools={<AdminTools />} />
      </main>
      <Footer shop={config.shop} />
      {isAdminOpen && <AdminOverlay onClose={() => setAdminOpen(false)} />}
      <AccountOverlays />
    </>
  );
}
