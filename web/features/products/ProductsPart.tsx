import { useState } from 'react';
import type { DescribedSettings } from '#contract/settings/settings-admin.ts';
import { formatPesos } from '#domain/base/money.ts';
import { describePrice } from '#domain/pins/pin.ts';
import { describeMaking, MAX_PRODUCTS, type Product } from '#domain/pins/products.ts';
import { type Settings, settingsGroups } from '#domain/settings/settings.ts';
import { FormWindow } from '#web/features/settings/FormWindow.tsx';
import { PressPreview } from '#web/features/settings/PressPreview.tsx';
import { useSaving } from '#web/features/settings/queries.ts';
import { Saves } from '#web/features/settings/Saves.tsx';
import { Failed } from '#web/panel/Failure.tsx';
import parts from '#web/panel/parts.module.css';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './Products.module.css';
import { flatten, moveProduct, newProduct, productForm, withProduct } from './product-form.ts';

const MOVES = [
  { name: 'Subir', icon: 'up', by: -1 },
  { name: 'Bajar', icon: 'down', by: 1 },
] as const;

type Props = {
  latest: DescribedSettings['products'];
  press: Settings['press'];
  onDone: (text: string) => void;
};

/** The products, in the order shown to buyers. */
export function ProductsPart({ latest, press, onDone }: Props) {
  const { products } = latest.values;
  const [open, setOpen] = useState<{ id: string | null } | null>(null);
  const saving = useSaving('products', onDone);
  const move = (id: string, by: number) => {
    if (!saving.isBusy)
      void saving.save({ products: moveProduct(products, id, by) }, latest.version);
  };
  const widest = Math.max(...products.map((product) => product.press.cut));
  return (
    <section className={styles.part} aria-labelledby="products-heading">
      <div className={parts.toolbar}>
        <h4 id="products-heading" className={styles.heading}>
          {label}
        </h4>
        <SmallButton
          disabled={products.length >= MAX_PRODUCTS}
          onClick={() => setOpen({ id: null })}
        >
          <Icon name="plus" />
          Agregar producto
        </SmallButton>
      </div>
      <p className="soft">
        {products.length >= MAX_PRODUCTS
          ? `La tienda puede tener hasta ${MAX_PRODUCTS} productos, también los retirados.`
          : 'Los compradores los ven en este orden. Con uno solo, no se les pregunta nada.'}
      </p>
      <ol className="stack-2" aria-label={label}>
        {products.map((product, at) => (
          <li key={product.id} className={`${parts.card} ${styles.product}`}>
            <button
              type="button"
              className={`plain ${styles.open}`}
              onClick={() => setOpen({ id: product.id })}
            >
              <ProductPicture product={product} widest={widest} />
              <span className={styles.words} dir="auto">
                <span className={styles.name}>{product.name}</span>
                <span className="soft clamped">{describeMaking(product)}</span>
                {product.retired && <Badge tone="quiet">Retirado</Badge>}
              </span>
            </button>
            {products.length > 1 && (
              <span className={styles.moves}>
                {MOVES.map(({ name, icon, by }) => {
                  const isLast = products[at + by] === undefined;
                  return (
                    <button
                      key={name}
                      type="button"
                      className={`round ${parts.round}`}
                      aria-label={`${name} ${product.name}`}
                      // Never disabled, so that it keeps the focus at the end of the list.
                      aria-disabled={isLast || undefined}
                      onClick={isLast ? undefined : () => move(product.id, by)}
                    >
                      <Icon name={icon} />
                    </button>
                  );
                })}
              </span>
            )}
          </li>
        ))}
      </ol>
      <Failed what="Error al guardar los ajustes" error={saving.error} />
      {latest.version > 0 && <Saves group="products" isTyped={false} {...{ latest, saving }} />}
      {open && (
        <ProductWindow
          id={open.id}
          latest={latest}
          press={press}
          onDone={(text) => {
            setOpen(null);
            onDone(text);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}

/** A product's picture, or its circles at the same scale as the others. */
function ProductPicture({ product, widest }: { product: Product; widest: number }) {
  const { imageUrl, press } = product;
  if (imageUrl) return <img className={styles.picture} src={imageUrl} alt="" />;
  return (
    <svg
      className={styles.picture}
      viewBox={`${-widest / 2} ${-widest / 2} ${widest} ${widest}`}
      aria-hidden="true"
    >
      <circle className={styles.face} r={press.face / 2} />
    </svg>
  );
}

type WindowProps = Props & {
  /** The product's id; null: a new one. */
  id: string | null;
  onClose: () => void;
};

const { label, about } = settingsGroups.products;
const FIRST = 'Su precio y su prensa son también los de Precios y de Prensa e impresión';

function ProductWindow({ id, latest, press, onDone, onClose }: WindowProps) {
  const { values, version } = latest;
  const { products } = values;
  const product = products.find((one) => one.id === id) ?? newProduct(products);
  const saving = useSaving('products', onDone);
  const isFirst = products.find(({ retired }) => !retired)?.id === id;
  return (
    <FormWindow
      title={id === null ? 'Agregar producto' : product.name}
      about={isFirst ? `${about}. ${FIRST}` : about}
      {...productForm(products, id)}
      group="products"
      latest={{ values: flatten(product), version }}
      saving={{
        ...saving,
        save: (saved) => saving.save({ products: withProduct(products, saved) }, version),
      }}
      preview={(shown) => <ProductPreview product={shown} press={press} />}
      onClose={onClose}
    />
  );
}

/** The product as buyers see it, and its circles on the press. */
function ProductPreview({ product, press }: { product: Product; press: Settings['press'] }) {
  const { name, imageUrl, price: pin, steps, finishes } = product;
  const { face: faceMm, cut: cutMm, safe: safeMm } = product.press;
  return (
    <>
      {imageUrl && <img className={styles.photo} src={imageUrl} alt="" />}
      <p className={styles.name} dir="auto">
        {name || 'Sin nombre'}
      </p>
      {(finishes.length === 0 || steps.length > 0) && (
        <p>Cada pin cuesta {describePrice({ pin, steps })}.</p>
      )}
      {finishes.length > 0 && (
        <ul className={styles.words}>
          {finishes.map(({ id, name: finish, extra }) => (
            <li key={id}>
              {finish}: {formatPesos(pin + extra)} cada pin
            </li>
          ))}
        </ul>
      )}
      <PressPreview values={{ ...press, faceMm, cutMm, safeMm }} />
    </>
  );
}
