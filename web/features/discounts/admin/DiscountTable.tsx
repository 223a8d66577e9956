import type { DiscountCode } from '#contract/discounts-admin.ts';
import type { FlashText } from '#web/ui/use-flash.ts';
import { DiscountRow } from './DiscountRow.tsx';
import styles from './DiscountTable.module.css';

const columns = ['Código', 'Nombre', 'Tipo', 'Valor', 'Usos', 'Estado', 'Expiración', 'Acciones'];

type Props = {
  codes: readonly DiscountCode[];
  onNews: (tone: FlashText['tone'], text: string) => void;
};

export function DiscountTable({ codes, onNews }: Props) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Códigos de descuento</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {codes.map((code) => (
          <DiscountRow key={code.id} code={code} onNews={onNews} />
        ))}
      </tbody>
    </table>
  );
}
