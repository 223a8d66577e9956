import type { PublicConfig } from '#contract/home/config.ts';
import { describePrices, PRICES_TITLE } from '#domain/pins/price-table.ts';
import { type Html, html } from '#server/lib/html.ts';

/** Only a page with prices by quantity carries it. */
const STYLE =
  '.guide-prices{--ground:var(--color-paper);margin:var(--space-4) 0 var(--space-2)}' +
  '.guide-prices table{border-collapse:collapse;font-variant-numeric:tabular-nums}' +
  '.guide-prices :is(th,td){padding:var(--space-2);border-bottom:var(--hairline);overflow-wrap:normal;text-align:end}' +
  '.guide-prices th:first-child{padding-inline-start:0;text-align:start}' +
  // The wizard has a table of its own.
  ':root:has([aria-label="Tu pedido"] h2) .guide-priced{display:none}';

/** Returns the home page's table of unit prices; empty where there is one price. */
export function renderPrices(products: PublicConfig['products']): Html {
  const table = describePrices(products);
  if (table === null) return html``;
  const { heads, rows, note } = table;
  const title = 'prices-title';
  return html`<style>${{ markup: STYLE }}</style><section class="guide-section guide-priced" aria-labelledby="${title}">
    <h2 id="${title}" class="guide-heading">${PRICES_TITLE}</h2>
    <div class="scrolls-across guide-prices" role="group" aria-labelledby="${title}" tabindex="0"><table aria-labelledby="${title}">
    <thead><tr><th scope="col">Producto</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map(({ name, prices }) => html`<tr><th scope="row">${name}</th>${prices.map((price) => html`<td>${price}</td>`)}</tr>`)}</tbody>
    </table></div>${note === '' ? html`` : html`<p class="soft">${note}</p>`}</section>`;
}
