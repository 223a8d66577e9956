import type { PublicConfig } from '#contract/config.ts';
import { AccountBar, AccountOverlays, AdminTools } from '#web/features/accounts/index.ts';
import { Home } from '#web/features/home/index.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

export function App({ config }: { config: PublicConfig }) {
  return (
    <>
      <Header shopName={config.shop.name} account={<AccountBar />} />
      <main>
        <Home adminTools={<AdminTools />} />
      </main>
      <Footer shop={config.shop} />
      <AccountOverlays />
    </>
  );
}
