import type { CSSProperties } from 'react';
import { type Tones, tonesOf } from '#domain/home/face-tones.ts';
import { instagramName } from '#domain/home/instagram.ts';
import type { Face } from '#domain/settings/face.ts';
import { SellerLines } from '#web/features/legal/SellerLines.tsx';
import { usePageConfig } from '#web/lib/config.ts';
import button from '#web/ui/Button.module.css';
import styles from './Preview.module.css';

const THEMES = [
  ['light', 'Claro'],
  ['dark', 'Oscuro'],
] as const;

/** The head of the home page in the shop's colour, and the contact in its foot. */
export function FacePreview({ face: { logo, photos, colour, instagram, hours } }: { face: Face }) {
  const { shop } = usePageConfig();
  const tones = colour === '' ? null : tonesOf(colour);
  const name = (
    <p className={`${styles.title} ${styles.head}`}>
      {logo && <img className={styles.logo} src={logo} alt="" />}
      {shop.name}
    </p>
  );
  return (
    <>
      {tones ? (
        THEMES.map(([theme, label]) => (
          <div key={theme} className={`stack-3 ${styles.sun}`} style={tokensOf(tones[theme])}>
            {name}
            <p>
              {label}:{' '}
              <span className={`${button.button} ${button.primary}`}>Crear Pin Personalizado</span>
            </p>
          </div>
        ))
      ) : (
        <>
          {name}
          <p className="soft">Con los colores de siempre.</p>
        </>
      )}
      {photos.length > 0 && (
        <div className={styles.photos}>
          {photos.map(({ imageUrl, alt }) => (
            <img key={imageUrl} src={imageUrl} alt={alt} />
          ))}
        </div>
      )}
      <ul className="stack-1">
        <SellerLines
          seller={shop}
          face={{ instagram: instagramName(instagram) ?? undefined, hours }}
        />
      </ul>
    </>
  );
}

function tokensOf(tones: Tones): CSSProperties {
  return Object.fromEntries(Object.entries(tones).map(([name, tone]) => [`--color-${name}`, tone]));
}
