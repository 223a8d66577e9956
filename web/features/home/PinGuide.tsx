import type { ReactNode } from 'react';
import { COIN_MM } from '#domain/pins/coin.ts';
import { IMAGE_TYPES, MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MAX_IMAGES } from '#domain/pins/images.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { Photo } from '#web/ui/Photo.tsx';
import backAvif from './guide/back.avif';
import backWebp from './guide/back.webp';
import catAvif from './guide/cat.avif';
import catWebp from './guide/cat.webp';
import closeupAvif from './guide/closeup.avif';
import closeupWebp from './guide/closeup.webp';
import coinAvif from './guide/coin.avif';
import coinWebp from './guide/coin.webp';
import './pin-guide.css';

/**
 * What pins cost by quantity, if the server writes it, what a pin is, how it is made, and frequent
 * questions. Rendered only at build time.
 */
export function PinGuide() {
  return (
    <>
      {import.meta.env.SSR && '__PRICES__'}
      <Make />
      <Way />
      <Questions />
    </>
  );
}

function Make() {
  const { make, back, size, sizeMm } = usePageConfig().shown;
  return (
    <section className="guide-section" aria-labelledby="make-title">
      <h2 id="make-title" className="guide-heading">
        Así es tu pin
      </h2>
      <p className="guide-lead">Una chapita redonda de {make}.</p>
      <div className="guide-make">
        <figure className="guide-closeup">
          <Photo
            source={{ avif: { 960: closeupAvif }, webp: closeupWebp }}
            alt="Un pin de un gato visto de cerca y, detrás, otro boca abajo con su alfiler"
            width={960}
            height={720}
            sizes="(width >= 72rem) 40rem, (width >= 52rem) 56vw, calc(100vw - 2rem)"
          />
          <figcaption className="guide-caption">
            <strong>De cerca.</strong> Tu imagen impresa, bajo una lámina transparente y doblada por
            el canto: llega hasta el borde, sin marco.
          </figcaption>
        </figure>
        <figure className="guide-tile">
          <Photo
            source={{ avif: { 360: backAvif }, webp: backWebp }}
            alt="El reverso de un pin: metal con un alfiler"
            width={180}
            height={180}
          />
          <figcaption>
            <strong>Por atrás.</strong> {back}
          </figcaption>
        </figure>
        <figure className="guide-tile">
          <div className="guide-scale">
            <span style={{ flexGrow: sizeMm }}>
              <Photo
                source={{ avif: { 360: catAvif }, webp: catWebp }}
                alt={`Un pin de ${size}`}
                width={180}
                height={180}
              />
            </span>
            <span style={{ flexGrow: COIN_MM }}>
              <Photo
                source={{ avif: { 240: coinAvif }, webp: coinWebp }}
                alt="junto a una moneda de $100"
                width={120}
                height={120}
              />
            </span>
          </div>
          <figcaption>
            <strong>De este porte.</strong> {size} de lado a lado, junto a una moneda de $100.
          </figcaption>
        </figure>
      </div>
    </section>
  );
}

function Way() {
  const { daysInWords } = usePageConfig().shown;
  const steps: { title: string; text: string; drawing: ReactNode }[] = [
    {
      title: 'Subes tu imagen',
      text: 'Una foto, un dibujo o un logo, desde tu teléfono o tu computador.',
      drawing: <Sheet />,
    },
    {
      title: 'Eliges qué se ve',
      text: 'La mueves, la acercas y la giras hasta que quede como quieres.',
      drawing: (
        <Sheet>
          <circle cx="60" cy="50" r="30" className="guide-cut" />
        </Sheet>
      ),
    },
    {
      title: 'Confirmas tu pedido',
      text: 'Ves el total con envío antes de confirmar. Pagas después.',
      drawing: <Bill />,
    },
    {
      title: 'La prensamos',
      text: 'Imprimimos, cortamos y prensamos tus pines, uno por uno.',
      drawing: <Disc />,
    },
    {
      title: 'Llega a tu puerta',
      text: `En ${daysInWords} desde que confirmamos tu pago.`,
      drawing: <Parcel />,
    },
  ];
  return (
    <section className="guide-section" aria-labelledby="way-title">
      <h2 id="way-title" className="guide-heading">
        De tu imagen al pin
      </h2>
      <ol className="guide-way">
        {steps.map(({ title, text, drawing }) => (
          <li key={title} className="guide-step">
            {drawing}
            <h3 className="guide-title">{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className="guide-drawing" viewBox="0 0 120 100" aria-hidden="true">
      {children}
    </svg>
  );
}

/** Mountains in front of a sun: the picture that becomes a pin. */
function Landscape() {
  return (
    <>
      <path className="guide-sky" d="M14 12h92v76H14z" />
      <circle className="guide-sun" cx="78" cy="38" r="12" />
      <path className="guide-far" d="M14 74l30-36 20 24 12-13 30 33v6H14z" />
      <path className="guide-snow" d="M44 38l9 11-5 4-4-3-5 4-4-5z" />
      <path className="guide-near" d="M14 80q24-12 46-4t46-3v15H14z" />
    </>
  );
}

function Sheet({ children }: { children?: ReactNode }) {
  return (
    <Drawing>
      <rect className="guide-paper" x="8" y="6" width="104" height="88" rx="7" />
      <Landscape />
      {children}
    </Drawing>
  );
}

function Bill() {
  return (
    <Drawing>
      <path
        className="guide-paper"
        d="M26 4h68v92l-8.5-6-8.5 6-8.5-6-8.5 6-8.5-6-8.5 6-8.5-6-8.5 6z"
      />
      <circle className="guide-near" cx="42" cy="24" r="8" />
      <circle className="guide-sun" cx="42" cy="46" r="8" />
      <path className="guide-line" d="M58 24h26M58 46h26M34 68h18M66 68h18" />
    </Drawing>
  );
}

function Disc() {
  return (
    <Drawing>
      <circle className="guide-paper" cx="60" cy="50" r="46" />
      <clipPath id="guide-disc">
        <circle cx="60" cy="50" r="45" />
      </clipPath>
      <g clipPath="url(#guide-disc)">
        <g transform="translate(-18 -15) scale(1.3)">
          <Landscape />
        </g>
      </g>
      <circle className="guide-fold" cx="60" cy="50" r="37" />
    </Drawing>
  );
}

function Parcel() {
  return (
    <Drawing>
      <path className="guide-kraft" d="M6 26h108v66H6z" />
      <path className="guide-crease" d="M6 26l54 36 54-36" />
      <clipPath id="guide-pin">
        <circle cx="60" cy="38" r="30" />
      </clipPath>
      <g clipPath="url(#guide-pin)">
        <g transform="translate(-3 -7) scale(1.05)">
          <Landscape />
        </g>
      </g>
      <circle className="guide-edge" cx="60" cy="38" r="30" />
      <path className="guide-gleam" d="M40 32a21 21 0 0 1 14-14" />
    </Drawing>
  );
}

function nameFormats(): string {
  const types = IMAGE_TYPES.map((type) => type.replace('image/', '').toUpperCase());
  return `${types.slice(0, -1).join(', ')} o ${types.at(-1)?.replace('WEBP', 'WebP')}`;
}

function Questions() {
  const { daysInWords, arrival, paying } = usePageConfig().shown;
  const questions = [
    [
      '¿Qué archivo tengo que subir?',
      `${nameFormats()}, de hasta ${MAX_IMAGE_BYTES / 2 ** 20} MB y ${MAX_IMAGE_PIXELS / 1_000_000} megapíxeles, y hasta ${MAX_IMAGES} por pedido. Las fotos de tu teléfono sirven. Si una es demasiado grande, la achicamos por ti; si es muy chica para verse nítida, te avisamos antes de pedir.`,
    ],
    [
      '¿Cómo va a quedar?',
      'Antes de pedir ves cada imagen redonda, tal como se corta, con la parte que se dobla por el canto y en su tamaño real. El color impreso puede variar un poco respecto de tu pantalla.',
    ],
    ['¿Cómo pago?', paying],
    [
      '¿Cuándo llega?',
      `En ${daysInWords} (de lunes a viernes, sin feriados), contados desde que confirmamos tu pago. Si pagas hoy, llega ${arrival}. Te avisamos por correo cuando sale.`,
    ],
    [
      '¿Puedo cambiar o anular mi pedido?',
      'Mientras no hayamos empezado a fabricar, puedes cambiarlo o anularlo sin costo. Si ya pagaste, te devolvemos todo a más tardar en 10 días. Una vez que empezamos ya no se puede, porque tus pines no le sirven a nadie más.',
    ],
    [
      '¿Y si algo sale mal?',
      'Si tus pines llegan con fallas, mal impresos, incompletos o distintos de lo que pediste, tienes 6 meses desde que los recibes para elegir: los reparamos gratis, los hacemos de nuevo o te devolvemos tu dinero. Esos envíos los pagamos nosotros.',
    ],
  ] as const;
  return (
    <section className="guide-section guide-asked" aria-labelledby="questions-title">
      <div>
        <h2 id="questions-title" className="guide-heading">
          Preguntas frecuentes
        </h2>
        <p className="guide-lead">Las condiciones completas están al pie de esta página.</p>
      </div>
      <div className="guide-questions">
        {questions.map(([question, answer]) => (
          <details key={question} className="guide-question">
            <summary>
              <h3>{question}</h3>
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
