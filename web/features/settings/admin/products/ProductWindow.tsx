import { formatPesos } from '#domain/money.ts';
import { describePrice } from '#domain/pins/pin.ts';
import type { Product } from '#domain/pins/products.ts';
import type { Settings } from '#domain/settings.ts';
import { FormWindow } from '../FormWindow.tsx';
import type { Described } from '../groups.ts';
import { PressPreview } from '../previews/PressPreview.tsx';
import styles from '../previews/Preview.module.css';
import { useGroupForm } from '../use-group-form.ts';
import { useSaving } from '../use-saving.ts';
import { useVersions } from '../use-versions.ts';
import { productForm, withProduct } from './product-form.ts';

type Props = {
  /** The product's id; null: a further one. */
  id: string | null;
  latest: Described<'products'>;
  press: Settings['press'];
  onDone: (text: string) => void;
  onClose: () => void;
};

const ABOUT = 'Vale desde el próximo pedido; los pedidos hechos no cambian';
const FIRST = 'Su precio y su prensa son también los de Precios y de Prensa e impresión';

export function ProductWindow({ id, latest, press, onDone, onClose }: Props) {
  const { values, version } = latest;
  const { products } = values;
  const product = products.find((one) => one.id === id) ?? newProduct(products);
  const typed = useGroupForm(productForm(products, id), { values: product, version });
  const saving = useSaving('products', onDone);
  const versions = useVersions('products', version);
  const isFirst = products.find(({ retired }) => !retired)?.id === id;
  return (
    <FormWindow
      title={id === null ? 'Agregar producto' : product.name}
      about={isFirst ? `${ABOUT}. ${FIRST}` : ABOUT}
      typed={typed}
      preview={(shown) => <ProductPreview product={shown} press={press} />}
      lastSave={versions.data?.[0]}
      saving={saving}
      onSave={(saved) => saving.save({ products: withProduct(products, saved) }, version)}
      onClose={onClose}
    />
  );
}

/** Made as the last one is, until its circles and price are typed. */
function newProduct(products: readonly Product[]): Product {
  const { press, price } = products.at(-1) ?? EMPTY;
  return { ...EMPTY, press, price };
}

const EMPTY: Product = {
  id: '',
  name: '',
  press: { face: 58, cut: 70, safe: 51 },
  price: 0,
  steps: [],
  finishes: [],
  retired: false,
};

/** As a buyer chooses it, and as it is pressed. */
function ProductPreview({ product, press }: { product: Product; press: Settings['press'] }) {
  const { name, imageUrl, price: pin, steps, finishes } = product;
  const { face: faceMm, cut: cutMm, safe: safeMm } = product.press;
  return (
    <>
      {imageUrl && <img className={styles.photo} src={imageUrl} alt="" />}
      <p className={styles.title} dir="auto">
        {name || 'Sin nombre'}
      </p>
      {finishes.length === 0 ? (
        <p>Cada pin cuesta {describePrice({ pin, steps })}.</p>
      ) : (
        <ul className={styles.lines}>
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
