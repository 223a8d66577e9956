import { addDays, dayOf } from '#domain/base/dates.ts';
import { kindChoice, kindName, listKinds } from '#domain/pins/choice.ts';
import { useOffer } from '#web/features/uploads/use-pin.ts';
import { readWhole } from '#web/lib/decimals.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { SelectField, TextField } from '#web/ui/FormFields.tsx';

/** Days in which a quote can be accepted, unless the owner says otherwise. */
const USUAL_DAYS = 15;
const MAX_LINES = 5;

/** What is quoted, as typed; `kind` is the position of the pin in the list of kinds. */
export type TypedQuote = {
  validUntil: string;
  lines: readonly { key: string; kind: string; quantity: string }[];
  label: string;
  amount: string;
};

function newQuote(): TypedQuote {
  const validUntil = addDays(dayOf(Date.now()), USUAL_DAYS);
  return { validUntil, lines: [newLine()], label: '', amount: '' };
}

const newLine = () => ({ key: newKey(), kind: '0', quantity: '' });

/** Returns the quote of a request; an unreadable number is NaN. */
export function readQuote(
  { validUntil, lines, label, amount }: TypedQuote,
  kinds: ReturnType<typeof listKinds>,
) {
  const pins = lines.flatMap(({ kind, quantity }) => {
    const pin = kinds[Number(kind)];
    const isTyped = quantity.trim() !== '';
    return pin && isTyped ? [{ ...kindChoice(pin), quantity: readWhole(quantity) }] : [];
  });
  const isCharged = label.trim() !== '' || amount.trim() !== '';
  const charge = { label: label.trim(), amount: readWhole(amount) };
  return { validUntil, lines: pins, charges: isCharged ? [charge] : [] };
}

type Props = {
  /** Null: an order. */
  quote: TypedQuote | null;
  /** Returns the problem of a field by its path in the body. */
  problem: (path: string) => string | undefined;
  onChange: (quote: TypedQuote | null) => void;
};

/** The choice between an order and a quote, and what is quoted. */
export function QuoteFields({ quote, problem, onChange }: Props) {
  const kinds = listKinds(useOffer());
  const options = kinds.map((pin, at) => [String(at), kindName(pin)] as const);
  return (
    <>
      <Check checked={quote !== null} onToggle={(is) => onChange(is ? newQuote() : null)}>
        Es una cotización: queda como pedido cuando quien compra la acepta
      </Check>
      {quote && (
        <>
          <TextField
            label="Vale hasta"
            type="date"
            min={dayOf(Date.now())}
            value={quote.validUntil}
            error={problem('quote.validUntil')}
            onType={(validUntil) => onChange({ ...quote, validUntil })}
          />
          {quote.lines.map((line, at) => {
            const put = (next: Partial<typeof line>) =>
              onChange({ ...quote, lines: quote.lines.with(at, { ...line, ...next }) });
            return (
              <div key={line.key} className="stack-3">
                {kinds.length > 1 && (
                  <SelectField
                    label={`Producto ${at + 1}`}
                    value={line.kind}
                    options={options}
                    onPick={(kind) => put({ kind })}
                  />
                )}
                <TextField
                  label={kinds.length > 1 ? `Cantidad ${at + 1}` : 'Cantidad de pines'}
                  inputMode="numeric"
                  value={line.quantity}
                  error={
                    problem(`quote.lines.${at}.quantity`) ??
                    (at === 0 ? problem('quote.lines') : undefined)
                  }
                  onType={(quantity) => put({ quantity })}
                />
              </div>
            );
          })}
          {kinds.length > 1 && quote.lines.length < MAX_LINES && (
            <div>
              <Button
                variant="quiet"
                onClick={() => onChange({ ...quote, lines: [...quote.lines, newLine()] })}
              >
                Agregar producto
              </Button>
            </div>
          )}
          <TextField
            label="Otro cargo o descuento"
            hint="Por ejemplo, Diseño"
            isOptional
            dir="auto"
            value={quote.label}
            error={problem('quote.charges.0.label')}
            onType={(label) => onChange({ ...quote, label })}
          />
          <TextField
            label="Su monto"
            hint="Con un signo menos si es un descuento, como -5.000"
            isOptional
            value={quote.amount}
            error={problem('quote.charges.0.amount')}
            onType={(amount) => onChange({ ...quote, amount })}
          />
        </>
      )}
    </>
  );
}
