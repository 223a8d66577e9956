import { Fold } from '#web/ui/Fold.tsx';
import { Sales } from '../sales/Sales.tsx';

/** The sales in full, for whoever opens them. */
export function SalesFold() {
  return <Fold title="Ventas por semana, mes y región">{() => <Sales />}</Fold>;
}
