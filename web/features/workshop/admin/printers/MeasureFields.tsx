import { Field } from '#web/ui/Field.tsx';
import { describeScale, type Measures, readMeasures } from './measures.ts';
import styles from './Printers.module.css';

type Props = {
  measures: Measures;
  /** Whether wrong measures are told. */
  isSent: boolean;
  onEdit: (measures: Measures) => void;
};

export function MeasureFields({ measures, isSent, onEdit }: Props) {
  const { scale, problems } = readMeasures(measures);
  return (
    <>
      <div className={styles.pair}>
        <Field label="Horizontal (mm)" error={isSent ? problems?.across : undefined}>
          {(input) => (
            <input
              {...input}
              type="text"
              inputMode="decimal"
              value={measures.across}
              onChange={({ target }) => onEdit({ ...measures, across: target.value })}
            />
          )}
        </Field>
        <Field label="Vertical (mm)" error={isSent ? problems?.down : undefined}>
          {(input) => (
            <input
              {...input}
              type="text"
              inputMode="decimal"
              value={measures.down}
              onChange={({ target }) => onEdit({ ...measures, down: target.value })}
            />
          )}
        </Field>
      </div>
      <p role="status" className={styles.factor}>
        {scale && `Factor: ${describeScale(scale)}`}
      </p>
    </>
  );
}
