import { paperLabels, TRUE_SCALE } from '#domain/production/paper.ts';
import { packPage } from '#domain/production/sheets.ts';
import type { Settings } from '#domain/settings/settings.ts';
import { writeNumber } from '#web/lib/decimals.ts';
import styles from './PressPreview.module.css';

export function PressPreview({ values }: { values: Settings['press'] }) {
  const { faceMm, cutMm, safeMm, paper, marginMm, gapMm } = values;
  const layout = { ...TRUE_SCALE, paper, margin: marginMm, gap: gapMm };
  const { length: pins } = packPage(layout, cutMm).centres;
  const circles = [
    { className: styles.cut, name: 'Corte', mm: cutMm },
    { className: styles.face, name: 'Cara', mm: faceMm },
    { className: styles.safe, name: 'Zona segura', mm: safeMm },
  ];
  return (
    <>
      <svg
        className={styles.circles}
        viewBox={`${-cutMm / 2 - 1} ${-cutMm / 2 - 1} ${cutMm + 2} ${cutMm + 2}`}
        aria-hidden="true"
      >
        {circles.map(({ className, name, mm }) => (
          <circle key={name} className={className} r={mm / 2} />
        ))}
      </svg>
      <ul className={`stack-1 ${styles.legend}`}>
        {circles.map(({ className, name, mm }) => (
          <li key={name}>
            <svg viewBox="-6 -6 12 12" aria-hidden="true">
              <circle className={className} r="5" />
            </svg>
            {name}: {writeNumber(mm)} mm
          </li>
        ))}
      </ul>
      <p>
        {pins === 0
          ? `Un pin así no cabe en una hoja ${paperLabels[paper]}.`
          : `En una hoja ${paperLabels[paper]} ${pins === 1 ? 'cabe 1 pin' : `caben ${pins} pines`}.`}
      </p>
    </>
  );
}
