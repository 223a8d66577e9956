import { useState } from 'react';
import type { PublicConfig } from '#contract/config.ts';
import { AccountBar, AccountOverlays, AdminTools } from '#web/features/accounts/index.ts';
import { AdminOverlay } from '#web/features/admin/index.ts';
import { Home } from '#web/features/home/index.ts';
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
