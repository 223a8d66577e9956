import type { PublicConfig } from '#contract/home/config.ts';
import {
  type LegalBlock,
  type LegalItem,
  type LegalText,
  nameVersion,
} from '#domain/legal/document.ts';
import { payment } from '#domain/legal/payment.ts';
import { privacy, type Services } from '#domain/legal/privacy.ts';
import { terms } from '#domain/legal/terms.ts';
import { withdrawal } from '#domain/legal/withdrawal.ts';
import { providerName } from '#domain/payments/attempt.ts';
import { NO_DEPOSIT } from '#domain/payments/deposit.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { pageConfig } from '#web/lib/config.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PrintButton, PrintSheet } from '#web/ui/PrintSheet.tsx';
import styles from './LegalDialog.module.css';
import legalProseStyles from './LegalProse.module.css';
import type { LegalName } from './legal-name.ts';

type Props = { name: LegalName; onClose: () => void };

export function LegalDialog({ name, onClose }: Props) {
  const text = readText(name);
  const version = nameVersion(text.version);
  return (
    <>
      <Dialog title={text.title} subtitle={version} onClose={onClose}>
        <div className={`row ${styles.top}`}>
          <p className={styles.intro}>{text.intro}</p>
          <PrintButton />
        </div>
        <LegalProse sections={text.sections} />
      </Dialog>
      <PrintSheet>
        <h1>{text.title}</h1>
        <p>{version}</p>
        <p>{text.intro}</p>
        <LegalProse sections={text.sections} />
      </PrintSheet>
    </>
  );
}

function LegalProse({ sections }: Pick<LegalText, 'sections'>) {
  return (
    <>
      {sections.map(({ title, blocks }) => (
        <section key={title} className={legalProseStyles.section}>
          <h3 className={legalProseStyles.title}>{title}</h3>
          {blocks.map((block) => (
            <Block key={keyOf(block)} block={block} />
          ))}
        </section>
      ))}
    </>
  );
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string') return <p>{block}</p>;
  return (
    <ul className={legalProseStyles.list}>
      {block.map((item) => (
        <li key={typeof item === 'string' ? item : item.name}>
          <Item item={item} />
        </li>
      ))}
    </ul>
  );
}

function Item({ item }: { item: LegalItem }) {
  if (typeof item === 'string') return <>{item}</>;
  return (
    <>
      <strong>{item.name}:</strong> {item.text}
    </>
  );
}

function keyOf(block: LegalBlock): string {
  return typeof block === 'string' ? block : JSON.stringify(block);
}

function readText(name: LegalName): LegalText {
  const config = pageConfig.get();
  const { shop: seller, prices: shipping, arrivals: regionDays = [], ways, termsVersion } = config;
  const delivery = { ...config.delivery, regionDays };
  const paysBy = providerName(config.payments);
  const pins = offeredPins(config);
  const { deposit = NO_DEPOSIT } = config;
  const offer = { seller, pins, shipping, delivery, ways, paysBy, deposit, termsVersion };
  switch (name) {
    case 'terms':
      return terms(offer);
    case 'withdrawal':
      return withdrawal(offer);
    case 'payment':
      return payment(offer);
    case 'privacy':
      return privacy(seller, servicesOf(config));
  }
}

function servicesOf({ maps, auth, payments }: PublicConfig): Services {
  return {
    map:
      maps.provider === 'google'
        ? { kind: 'google' }
        : { kind: 'tiles', host: new URL(maps.tilesUrl.replace('{s}.', '')).host },
    googleAccount: auth.google,
    paysBy: providerName(payments),
    accounts: auth.provider === 'firebase' ? 'firebase' : 'shop',
  };
}
