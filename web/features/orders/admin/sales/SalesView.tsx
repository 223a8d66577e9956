import type { Sales, SalesAnswer } from '#contract/sales.ts';
import { formatPesos } from '#domain/money.ts';
import type { Period } from '#domain/periods.ts';
import { regionName } from '#domain/regions.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { countOrders, formatShare, shortLabel } from './ranges.ts';
import { SalesChart } from './SalesChart.tsx';
import { SalesTable } from './SalesTable.tsx';

type Props = { by: Period; sales: SalesAnswer };

export function SalesView({ by, sales: { total, periods, regions } }: Props) {
  const rows = periods
    .map((period) => ({ name: shortLabel(by, period.from), ...period }))
    .reverse();
  return (
    <>
      <Facts variant="tiles" facts={factsOf(total)} />
      <SalesChart by={by} periods={periods} />
      <SalesTable
        title={by === 'week' ? 'Por semana' : 'Por mes'}
        head={by === 'week' ? 'Semana del' : 'Mes'}
        rows={rows}
      />
      {regions.length > 0 && (
        <SalesTable
          title="Por región"
          head="Región"
          rows={regions.map((region) => ({ name: regionName(region.region), ...region }))}
        />
      )}
    </>
  );
}

function factsOf(total: Sales) {
  const { orders, revenue, paidRevenue, paidOrders, guestOrders, returningOrders } = total;
  return [
    ['Ventas', `${formatPesos(revenue)} en ${countOrders(orders)}`],
    ['Pines', total.pins.toLocaleString('es-CL')],
    ['Pedido promedio', formatPesos(total.averageOrder)],
    ['Pagado', `${formatPesos(paidRevenue)} en ${countOrders(paidOrders)}`],
    ['Por pagar', `${formatPesos(revenue - paidRevenue)} en ${countOrders(orders - paidOrders)}`],
    ['De invitados', `${formatShare(guestOrders, orders)} de los pedidos`],
    ['De quienes ya compraron', `${formatShare(returningOrders, orders)} de los pedidos`],
  ] as const;
}
