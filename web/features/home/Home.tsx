import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CODE_PARAMETER } from '#contract/discounts/code-link.ts';
import type { PublicConfig } from '#contract/home/config.ts';
import { type DraftKind, storedDraft } from '#web/features/orders/draft-flag.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { createLoader, demand, useLoading, warm } from '#web/lib/loader.ts';
import { isReturning, takeReload } from '#web/lib/reload-page.ts';
import { Button } from '#web/ui/Button.tsx';
import { scrollToTop } from '#web/ui/motion.ts';
import { Photo } from '#web/ui/Photo.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { brush, Carousel, hourglass, van } from './Carousel.tsx';
import featureCardsStyles from './FeatureCards.module.css';
import styles from './Hero.module.css';
import { PinGuide } from './PinGuide.tsx';
import wizardPlaceStyles from './WizardPlace.module.css';

type Props = { adminTools?: ReactNode };

export function Home({ adminTools }: Props) {
  const wizard = useWizardPlace();
  return (
    <>
      <Hero onCreate={wizard.open} onCreateLikely={wizard.warm} hasCode={wizard.offer === 'code'} />
      {adminTools}
      <WizardPlace wizard={wizard} />
      <FeatureCards />
      <GuidePlace />
    </>
  );
}

/**
 * The guide, rendered at build time: the home page's script does not contain it and leaves the
 * existing HTML in place.
 */
function GuidePlace() {
  const isMade = import.meta.env.SSR || import.meta.env.DEV;
  return <div suppressHydrationWarning>{isMade ? <PinGuide /> : ''}</div>;
}

type HeroProps = {
  onCreate: () => void;
  /** The visitor is about to press the button. */
  onCreateLikely: () => void;
  /** A link with a discount code led here. */
  hasCode: boolean;
};

function Hero({ onCreate, onCreateLikely, hasCode }: HeroProps) {
  return (
    <div className={styles.hero}>
      <div className={styles.inside}>
        <div className={styles.words}>
          <h1 className={styles.title}>Tu Creatividad, Nuestros Pines</h1>
          <p className={styles.lead}>
            Sube tus fotos o dibujos y los prensamos en pines, uno por uno:{' '}
            <strong>{usePageConfig().shown.pin}</strong> cada uno, sin cantidad mínima.
            <br />
            {usePageConfig().shown.make}.
          </p>
          <Button
            large
            onClick={onCreate}
            onPointerEnter={onCreateLikely}
            onTouchStart={onCreateLikely}
            onFocus={onCreateLikely}
          >
            Crear Pin Personalizado
          </Button>
          <p className={styles.hint}>
            {hasCode ? HAS_CODE : 'No necesitas cuenta y pagas después de pedir.'}
          </p>
        </div>
        <Carousel />
      </div>
    </div>
  );
}

const describeCards = ({
  days,
  arrival,
  shippingChillan,
  shipping,
  ways,
}: PublicConfig['shown']) => [
  {
    art: brush,
    title: 'Diseño personalizado',
    text: 'Tu foto, tu dibujo o el logo de tu grupo. Cada imagen puede llevar su propia nota y su propia cantidad, y antes de pedir ves cómo queda redonda.',
  },
  {
    art: hourglass,
    title: 'Proceso rápido',
    text: `Entrega en ${days} días hábiles, con seguimiento de tu pedido de principio a fin. Si pagas hoy, llega ${arrival}. Te avisamos por correo cuando sale.`,
  },
  {
    art: van,
    title: 'Despacho a domicilio en todo Chile',
    text: `Tarifa rebajada en Chillán (${shippingChillan}) y tarifa especial para el resto del país (${shipping}), de Arica a Punta Arenas.${ways}`,
  },
];

function FeatureCards() {
  return (
    <section
      className={`${featureCardsStyles.section} drawn-later`}
      aria-labelledby="features-title"
    >
      <h2 id="features-title" className={featureCardsStyles.heading}>
        Chiquitos, redondos y tuyos
      </h2>
      <ul className={featureCardsStyles.cards}>
        {describeCards(usePageConfig().shown).map(({ art, title, text }) => (
          <li key={title} className={featureCardsStyles.card}>
            <span className={featureCardsStyles.pin}>
              <Photo source={art} alt="" width={120} height={120} turn="late" />
            </span>
            <h3 className={featureCardsStyles.title}>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const HAS_CODE = 'Tu código de descuento te espera en el resumen.';

const offers = {
  begun: ['Tienes un pedido a medias guardado en este navegador.', 'Seguir con mi pedido'],
  code: ['Tienes un código de descuento para tu pedido.', 'Usar mi código'],
  placed: ['Recibimos tu último pedido.', 'Ver mi último pedido'],
} as const;

function WizardPlace({ wizard }: { wizard: WizardPlaceHandle }) {
  const { loading, calls, offer, open } = wizard;
  const place = useRef<HTMLElement>(null);
  const isWaiting = loading !== null && loading.name !== 'ready';

  useEffect(() => {
    if (calls > 0 && isWaiting && place.current) scrollToTop(place.current);
  }, [calls, isWaiting]);

  if (offer) {
    const [text, label] = offers[offer];
    return (
      <section className={wizardPlaceStyles.place} aria-label="Tu pedido">
        <div className={wizardPlaceStyles.offer}>
          <p>{text}</p>
          <Button variant="secondary" onClick={open}>
            {label}
          </Button>
        </div>
      </section>
    );
  }
  if (!loading) return null;
  return (
    <section ref={place} className={wizardPlaceStyles.place} aria-label="Tu pedido">
      {loading.name === 'ready' && <loading.module.Wizard calls={calls} opening={<Opening />} />}
      {(loading.name === 'idle' || loading.name === 'loading') && <Opening />}
      {loading.name === 'failed' && (
        <div className={wizardPlaceStyles.failed} role="alert">
          <p>No pudimos abrir el formulario de pedido. Revisa tu conexión e intenta de nuevo.</p>
          <div className={wizardPlaceStyles.actions}>
            <Button onClick={open}>Reintentar</Button>
            <Button variant="secondary" onClick={() => location.reload()}>
              Recargar la página
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}

/** Placeholder of the wizard's first screen. */
function Opening() {
  return (
    <div className={wizardPlaceStyles.waiting}>
      <p className={wizardPlaceStyles.words} role="status">
        <Spinner /> Preparando tu mesa de trabajo…
      </p>
      <div aria-hidden="true">
        <Skeleton lines={4} height="4.5rem" />
      </div>
    </div>
  );
}

const WIZARD = 'order wizard';

/** The wizard with its dependencies, loaded when it is about to be used. */
const wizard = createLoader(WIZARD, () => import('#web/features/orders/Wizard.tsx'));

/**
 * Opens the order wizard on demand. After a reload it opens automatically if a draft is stored; a
 * new visit with a draft, a code or a recent order only offers it.
 */
function useWizardPlace() {
  const loading = useLoading(wizard);
  const [isWanted, setWanted] = useState(false);
  const [calls, setCalls] = useState(0);
  const [offer, setOffer] = useState<DraftKind | null>(null);

  const bring = () => {
    setWanted(true);
    demand(wizard);
  };

  const open = () => {
    bring();
    setCalls((count) => count + 1);
  };

  const bringBackDraft = useEffectEvent(() => {
    if (takeReload(WIZARD) !== null) open();
    else {
      const kind = findOffer();
      const state: { step?: unknown } | null = history.state;
      if (kind && (isReturning() || state?.step !== undefined)) bring();
      else setOffer(kind);
    }
  });
  useEffect(() => {
    bringBackDraft();
    // Another tab may have placed the order, or removed it.
    const update = () => setOffer((shown) => shown && findOffer());
    addEventListener('storage', update);
    return () => removeEventListener('storage', update);
  }, []);

  return {
    /** Loading state of the wizard; null until it is opened. */
    loading: isWanted ? loading : null,
    /** How often the visitor opened the wizard; each time it is scrolled into view. */
    calls,
    /** What can be continued in the wizard; null once it is open, or if there is nothing. */
    offer: isWanted ? null : offer,
    open,
    warm: () => warm(wizard),
  };
}

type WizardPlaceHandle = ReturnType<typeof useWizardPlace>;

/** Returns what can be continued here; first the code of the link that opened the page. */
function findOffer(): DraftKind | null {
  return new URLSearchParams(location.search).has(CODE_PARAMETER) ? 'code' : storedDraft();
}
