import { formatPesos } from '#domain/base/money.ts';
import { type Billed, type BillLine, billOf, findOnePrice } from '#domain/orders/bill.ts';
import styles from './BillLines.module.css';

const ofBuyers = { count: 'Cantidad de imágenes', unitPrice: 'Precio por imagen' };
/** The words of each screen; lines without them have their own label. */
const WORDS = {
  summary: { ...ofBuyers, subtotal: 'Total imágenes' },
  order: { ...ofBuyers, subtotal: 'Subtotal imágenes' },
  panel: { count: 'Pines', unitPrice: 'Precio por pin', subtotal: 'Subtotal pines' },
};
type View = keyof typeof WORDS;

/** The bill of an order or of a price; of an order without pictures, its total alone. */
export function BillLines({ view, bill }: { view: View; bill: Billed }) {
  const { count, unitPrice } = WORDS[view];
  const { pins } = bill.cost;
  const price = findOnePrice(bill);
  const lines = billOf(bill).filter(({ kind, amount }) => {
    if (pins === 0) return kind === 'total';
    if (kind === 'refunded') return amount > 0;
    return kind !== 'discounted' && (kind !== 'pins' || price === null);
  });
  return (
    <dl className={`stack-2 ${styles.lines}`}>
      {pins !== 0 && <Line label={count} value={pins > 0 ? String(pins) : 'N/A'} />}
      {pins !== 0 && price !== null && <Line label={unitPrice} value={formatPesos(price)} />}
      {lines.map((line) => (
        <Line
          key={`${line.kind} ${line.label}`}
          line={line}
          label={labelOf(view, line)}
          note={view === 'summary' ? line.note : null}
          value={pins === 0 && line.amount === 0 ? 'N/A' : writeAmount(view, line)}
        />
      ))}
    </dl>
  );
}

function labelOf(view: View, { kind, label }: BillLine): string {
  if (kind === 'subtotal') return WORDS[view].subtotal;
  return kind === 'shipping' && view === 'order' ? `Costo de ${label.toLowerCase()}` : label;
}

function writeAmount(view: View, { amount, code }: BillLine): string {
  return `${formatPesos(amount)}${code && view === 'order' ? ` (${code})` : ''}`;
}

type LineProps = {
  line?: BillLine;
  label: string;
  note?: string | null | undefined;
  value: string;
};

function Line({ line, label, note, value }: LineProps) {
  const [isTotal, isLess] = [line?.kind === 'total', (line?.amount ?? 0) < 0];
  const style = isTotal ? styles.total : isLess ? styles.less : undefined;
  return (
    <div className={style} data-no-toast={isTotal || isLess || undefined}>
      <dt>
        {label}
        {note && <span className={styles.note}>{note}</span>}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
