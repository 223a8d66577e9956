import { Fold } from '#web/ui/Fold.tsx';
import { Sales } from '../sales/Sales.tsx';

export function SalesFold() {
  return <Fold title="Ventas por semana, mes y región">{() => <Sales />}</Fold>;
}
