import { keysOf } from '#domain/keys.ts';
import styles from './DeliveryForm.module.css';
import { EmailSuggestion, type FormParts, LineField } from './LineField.tsx';
import { lineInputs } from './line-inputs.ts';

/** Who receives the parcel: every line that does not stand with the rest of the address. */
export function RecipientFields({ asksEmail, ...form }: FormParts & { asksEmail: boolean }) {
  const names = keysOf(lineInputs).filter(
    (name) => name !== 'address' && (asksEmail || name !== 'email'),
  );
  return (
    <div className={styles.fields}>
      {names.map((name) => (
        // Alone in its row where the others make pairs.
        <div key={name} className={name === 'fullName' && asksEmail ? styles.wide : undefined}>
          <LineField name={name} {...form} />
          {name === 'email' && <EmailSuggestion {...form} />}
        </div>
      ))}
    </div>
  );
}
