import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { problemsOf } from '#contract/base/rules.ts';
import { billedOrder, billedPrice } from '#contract/orders/bill.ts';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { changeItems } from '#contract/production/items.ts';
import { formatPesos } from '#domain/base/money.ts';
import { LOST_CODE } from '#domain/discounts/discounts.ts';
import { kindChoice, kindName, listKinds } from '#domain/pins/choice.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { BillLines } from '#web/features/orders/BillLines.tsx';
import { sendPicture } from '#web/features/uploads/send-picture.ts';
import { messageOf } from '#web/lib/api.ts';
import { pageConfig } from '#web/lib/config.ts';
import { newKey } from '#web/lib/new-key.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { type ActProps, changeOrThrow } from '#web/panel/order/queries.ts';
import { Announced } from '#web/ui/Announced.tsx';
import { Button } from '#web/ui/Button.tsx';
import fieldStyles from '#web/ui/Field.module.css';
import { FileButton } from '#web/ui/FileButton.tsx';
import { SelectField, TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { useSettling } from '#web/ui/use-settling.ts';
import { useTask } from '#web/ui/use-task.ts';
import styles from './Change.module.css';
import {
  type Changed,
  type Charge,
  mergeTyped,
  newRow,
  type Row,
  startOf,
  toBody,
  withEdit,
  without,
} from './changed-order.ts';

/** Changes what was ordered, with the price before and after. */
export function ChangeWindow({ order, change, onClose }: ActProps) {
  const form = useForm<Changed>({
    initial: startOf(order),
    check: (values) => problemsOf(changeItems.body, toBody(values)),
    send: async (values) => {
      await changeOrThrow(change, async (target) => {
        const answer = await callAdmin(changeItems, { ...target, body: toBody(values) });
        if (!('order' in answer)) throw new Error('a change was answered by a preview');
        return answer;
      });
      onClose();
    },
  });
  const { rows, charges, total } = form.values;
  const list = useSettling<HTMLUListElement>(rows.length);
  const lines = useSettling<HTMLFieldSetElement>(charges.length);
  const [base, setBase] = useState(order);
  const followOrder = useEffectEvent(() => {
    const merged = mergeTyped(form.values, startOf(base), startOf(order));
    form.reset(merged, { keepDefaultValues: true });
    setBase(order);
  });
  useEffect(() => {
    if (order.version !== base.version) followOrder();
  }, [order.version, base.version]);
  const sending = useTask(async (files: readonly File[], replaced: Row | null) => {
    const sent: Row[] = [];
    for (const file of files) {
      const { imageUrl, thumbnailUrl = imageUrl } = await sendPicture(file, file.name);
      sent.push(newRow({ imageUrl, thumbnailUrl, originalName: file.name }));
    }
    const [first] = sent;
    form.editBy(({ rows: now }) => ({
      rows:
        replaced && first
          ? withEdit(now, replaced.key, { picture: first.picture, isOther: true })
          : [...now, ...sent],
    }));
  });
  // From the values of that moment: two fields may be read before the window is rendered again.
  const editRow = (key: string, edit: Partial<Row>) =>
    form.editBy((now) => ({ rows: withEdit(now.rows, key, edit) }));
  const addRows = (added: readonly Row[]) =>
    form.editBy((now) => ({ rows: [...now.rows, ...added] }));
  const editCharge = (key: string, edit: Partial<Charge>) =>
    form.editBy((now) => ({ charges: withEdit(now.charges, key, edit) }));
  const requested = (order.changeRequest?.images ?? []).filter(
    ({ imageUrl }) => !rows.some(({ picture }) => picture.imageUrl === imageUrl),
  );
  return (
    <SendDialog
      title="Cambiar pedido"
      subtitle={`Pedido ${order.id}`}
      label={form.isBusy ? 'Guardando...' : 'Guardar cambios'}
      width="wide"
      form={form}
      isUploading={sending.isBusy}
      onClose={onClose}
    >
      <ul ref={list} className="stack-4" aria-label="Imágenes del pedido">
        {rows.map((row, at) => (
          <li key={row.key} className={styles.row}>
            <img className={styles.thumb} src={row.picture.thumbnailUrl} alt="" />
            <div className={styles.fields}>
              <TextField
                label={`Cantidad de ${row.label}`}
                inputMode="numeric"
                value={row.quantity}
                error={form.problem(`items.${at}.quantity`)}
                onType={(quantity) => editRow(row.key, { quantity })}
              />
              <KindField row={row} onPick={(kind) => editRow(row.key, { kind })} />
              <div className={`row ${styles.tools}`}>
                <FileButton
                  busy={sending.isBusy}
                  onFiles={(files) => void sending.run(files.slice(0, 1), row)}
                >
                  Otra imagen
                </FileButton>
                <Button
                  variant="quiet"
                  aria-label={`Quitar ${row.label}`}
                  disabled={rows.length === 1}
                  onClick={() => form.editBy((now) => ({ rows: without(now.rows, row.key) }))}
                >
                  Quitar
                </Button>
              </div>
            </div>
          </li>
        ))}
      </ul>
      <div className={`row ${styles.tools}`}>
        <FileButton
          multiple
          busy={sending.isBusy}
          onFiles={(files) => void sending.run(files, null)}
        >
          {sending.isBusy ? 'Subiendo...' : 'Agregar imágenes'}
        </FileButton>
        {requested.length > 1 && (
          <Button variant="secondary" onClick={() => addRows(requested.map(newRow))}>
            Agregar las {requested.length} imágenes que mandó quien compró
          </Button>
        )}
        {requested.map((image) => (
          <Button key={image.imageUrl} variant="secondary" onClick={() => addRows([newRow(image)])}>
            Agregar «{image.originalName}», que mandó quien compró
          </Button>
        ))}
      </div>
      {sending.error !== null && <Notice tone="error">{messageOf(sending.error)}</Notice>}
      <fieldset ref={lines} className={`stack-3 ${styles.charges}`}>
        <legend>Otras líneas, como «Diseño» o «Descuento por colegio»</legend>
        {charges.map((charge, at) => (
          <div key={charge.key} className={`${styles.charge} ${fieldStyles.aligned}`}>
            <TextField
              label="Qué es"
              dir="auto"
              maxLength={60}
              value={charge.label}
              error={form.problem(`charges.${at}.label`)}
              onType={(label) => editCharge(charge.key, { label })}
            />
            <TextField
              label="Pesos"
              hint="Con un menos delante, rebaja"
              value={charge.amount}
              error={form.problem(`charges.${at}.amount`)}
              onType={(amount) => editCharge(charge.key, { amount })}
            />
            <Button
              variant="quiet"
              onClick={() => form.editBy((now) => ({ charges: without(now.charges, charge.key) }))}
            >
              Quitar línea
            </Button>
          </div>
        ))}
        <div>
          <Button
            variant="secondary"
            onClick={() =>
              form.editBy((now) => ({
                charges: [...now.charges, { key: newKey(), label: '', amount: '' }],
              }))
            }
          >
            Agregar línea
          </Button>
        </div>
      </fieldset>
      <TextField
        label="Otro total acordado"
        isOptional
        hint="Con el envío incluido. Vacío: el precio de la tienda"
        inputMode="numeric"
        value={total}
        error={form.problem('agreedTotal')}
        onType={(text) => form.edit({ total: text })}
      />
      <Comparison order={order} values={form.values} />
    </SendDialog>
  );
}

type KindProps = { row: Row; onPick: (kind: Row['kind']) => void };

/** Product and finish, where there is a choice; first those that the pins have. */
function KindField({ row, onPick }: KindProps) {
  const kinds = listKinds(offeredPins(pageConfig.get()));
  if (kinds.length === 1) return null;
  const values = kinds.map((kind) => JSON.stringify(kindChoice(kind)));
  const own = row.own === null ? [] : [['', row.own] as const];
  return (
    <SelectField
      label={`Pin de ${row.label}`}
      value={row.kind === null ? (row.own === null ? (values[0] ?? '') : '') : row.kind}
      options={[...own, ...kinds.map((kind, at) => [values[at] ?? '', kindName(kind)] as const)]}
      onPick={(kind) => onPick(kind || null)}
    />
  );
}

/** The price of the order before and after, as the shop computes it. */
function Comparison({ order, values }: { order: AdminOrderDetail; values: Changed }) {
  const [isFirst] = useState(() => JSON.stringify(toBody(startOf(order))));
  const body = useDeferredValue(toBody(values));
  const key = JSON.stringify(body);
  const isValid = Object.keys(problemsOf(changeItems.body, body)).length === 0;
  const { data, error } = useQuery({
    queryKey: ['admin', 'order', order.id, 'preview', key, order.version],
    queryFn: ({ signal }) =>
      callAdmin(changeItems, {
        ...{ params: { id: order.id }, query: { preview: 'true' }, body, signal },
      }),
    enabled: isValid && key !== isFirst,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const after = data && 'pricing' in data ? data : null;
  const { discountCode: code } = order.deliveryData.pricing;
  const lost = after && !after.pricing.discountCode ? code : null;
  const said = after
    ? `Después: ${formatPesos(after.pricing.totalAmount)}. ${lost ? `Código ${lost}: ${LOST_CODE}. ` : ''}${describeBalance(after.balance)}`
    : messageOf(error, '');
  return (
    <section className={styles.bills} aria-label="Precio antes y después">
      <div>
        <h3>Antes</h3>
        <BillLines view="panel" bill={billedOrder(order)} />
      </div>
      <div>
        <h3>Después</h3>
        {after ? (
          <>
            <BillLines view="panel" bill={billedPrice(after.pricing, order.deliveryData)} />
            {lost && <p>{`Código ${lost}: ${LOST_CODE}`}</p>}
            <p>{describeBalance(after.balance)}</p>
          </>
        ) : (
          <p>{error ? messageOf(error) : 'Cambia algo para ver el precio nuevo.'}</p>
        )}
      </div>
      <Announced text={said} />
    </section>
  );
}

function describeBalance(balance: number): string {
  if (balance === 0) return 'No queda nada por pagar.';
  return balance > 0
    ? `Por pagar: ${formatPesos(balance)}`
    : `Por devolver: ${formatPesos(-balance)}`;
}
