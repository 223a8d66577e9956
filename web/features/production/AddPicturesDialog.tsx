import { useState } from 'react';
import type * as z from 'zod/mini';
import type { PublicConfig } from '#contract/home/config.ts';
import { addPictures, viewOpenedOrder } from '#contract/orders/opened-orders.ts';
import { formatPesos } from '#domain/base/money.ts';
import { describeIncluded, isPickedUp } from '#domain/delivery/way-texts.ts';
import { shippingPrice } from '#domain/orders/prices.ts';
import { choosePins, countPins, pinName, priceLines } from '#domain/pins/choice.ts';
import { MAX_IMAGES, MAX_PANEL_QUANTITY, MAX_QUANTITY } from '#domain/pins/images.ts';
import { OrderTerms } from '#web/features/legal/OrderTerms.tsx';
import type { UploadedPicture } from '#web/features/uploads/picture.ts';
import { QuantityInput } from '#web/features/uploads/QuantityInput.tsx';
import { UploadProblem, uploadFiles } from '#web/features/uploads/upload-files.tsx';
import { useOffer } from '#web/features/uploads/use-pin.ts';
import { callApi } from '#web/lib/api.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { openLink } from '#web/lib/overlays.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { SelectField } from '#web/ui/FormFields.tsx';
import { LinkWindow } from '#web/ui/LinkWindow.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { takeFocus } from '#web/ui/take-focus.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { useSettling } from '#web/ui/use-settling.ts';
import { useTasks } from '#web/ui/use-task.ts';
import { describeNeed, describePins } from './board-texts.ts';
import styles from './proof/Proof.module.css';

const NO_ANSWER = 'No pudimos abrir tu pedido. Revisa tu conexión e intenta de nuevo.';

type Shown = z.infer<typeof viewOpenedOrder.answer>;
/** `kind` is the position of its pin among the quoted ones. */
type Added = { name: string; upload: UploadedPicture; quantity: number; kind: number };

const view = (token: string): Promise<Shown> => callApi(viewOpenedOrder, { body: { token } });

/** Adds the pictures to an order that the shop opened, by a link. */
export function AddPicturesDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <LinkWindow {...{ token, view, onClose }} title="Agrega tus imágenes" isForm lost={NO_ANSWER}>
      {(order) => <Pictures token={token} order={order} />}
    </LinkWindow>
  );
}

function Pictures({ token, order }: { token: string; order: Shown }) {
  const [pictures, setPictures] = useState<readonly Added[]>([]);
  const { busy, error, run } = useTasks<'upload' | 'send'>();
  const [placed, setPlaced] = useState<string | null>(null);
  useUnsaved(pictures.length > 0 && placed === null);
  const list = useSettling<HTMLUListElement>(pictures.length);
  const offered = useOffer();
  const { quoted = [] } = order;
  const config = usePageConfig();
  const count = countPins(pictures);
  const needed = quoted.reduce((sum, { quantity }) => sum + quantity, 0);
  const lines = priceLines(choosePins(pictures, offered));
  const price = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);

  const choose = (files: readonly File[]) =>
    void run('upload', () =>
      uploadFiles(files, MAX_IMAGES - pictures.length, (upload, name, left) =>
        setPictures((now) => [...now, { name, upload, ...missingOf(now, quoted, left) }]),
      ),
    );
  const send = () =>
    void run('send', async () => {
      const images = pictures.map(({ name, upload, quantity, kind }) => ({
        imageUrl: upload.imageUrl,
        originalName: name,
        quantity,
        crop: upload.crop,
        product: quoted[kind]?.product.id,
        finish: quoted[kind]?.finish?.id,
      }));
      const answer = await callApi(addPictures, { body: { token, images } });
      setPlaced(answer.token);
    });

  if (placed !== null) {
    return (
      <>
        <Notice ref={takeFocus} tone="success" tabIndex={-1}>
          ¡Gracias! Tu pedido {order.orderId} está completo.
        </Notice>
        <Button onClick={() => openLink({ name: 'order', token: placed })}>Ver mi pedido</Button>
      </>
    );
  }
  const [pin] = offered;
  return (
    <>
      <p>
        Pedido <strong>{order.orderId}</strong>. Elige las imágenes de tus pines y cuántos quieres
        de cada una.
      </p>
      {quoted.length > 0 && <p>Cotizamos {quoted.map(describeNeed).join(', ')}.</p>}
      <ul ref={list} className={styles.pins}>
        {pictures.map((picture, at) => (
          <li key={picture.upload.imageUrl} className={styles.pin}>
            <PinFace
              src={picture.upload.imageUrl}
              pin={{ ...pin, crop: picture.upload.crop }}
              size="full"
            />
            <p className={`clamped ${styles.name}`} dir="auto" title={picture.name}>
              {picture.name}
            </p>
            <div>
              <QuantityInput
                name={picture.name}
                value={picture.quantity}
                isDisabled={busy !== null}
                max={quoted.length > 0 ? MAX_PANEL_QUANTITY : MAX_QUANTITY}
                onChange={(quantity) => setPictures(pictures.with(at, { ...picture, quantity }))}
              />
            </div>
            {quoted.length > 1 && (
              <SelectField
                label="Pin"
                value={String(picture.kind)}
                options={listKinds(quoted)}
                onPick={(kind) =>
                  setPictures(pictures.with(at, { ...picture, kind: Number(kind) }))
                }
              />
            )}
            <Button
              variant="quiet"
              aria-label={`Quitar ${picture.name}`}
              disabled={busy !== null}
              onClick={() => setPictures(pictures.toSpliced(at, 1))}
            >
              Quitar
            </Button>
          </li>
        ))}
      </ul>
      <UploadProblem error={error} onRetry={choose} />
      <FileButton multiple busy={busy === 'upload'} disabled={busy !== null} onFiles={choose}>
        {busy === 'upload' ? 'Subiendo tus imágenes...' : 'Elegir imágenes'}
      </FileButton>
      {pictures.length > 0 && <OrderTerms button="Completar mi pedido" />}
      {pictures.length > 0 && (
        <Actions>
          <p className={styles.warning}>
            {needed > 0 && count !== needed
              ? `Llevas ${describePins(count)} y cotizamos ${needed}: ajusta las cantidades`
              : `${describePins(count)}, ${describeCost(order, price, config)}`}
          </p>
          <Button busy={busy === 'send'} disabled={busy !== null} onClick={send}>
            Completar mi pedido
          </Button>
        </Actions>
      )}
    </>
  );
}

type Quoted = NonNullable<Shown['quoted']>;

/** Returns the quoted pins as options of a list; the value is the position. */
export function listKinds(quoted: Quoted): [value: string, label: string][] {
  return quoted.map((item, kind) => [String(kind), pinName(item) ?? item.product.name]);
}

type Pins = Pick<Added, 'kind' | 'quantity'>;

/**
 * Returns the first quoted pins that no picture has yet, for the next one; those of one kind are
 * shared by the pictures that are still to come.
 */
export function missingOf(pictures: readonly Pins[], quoted: Quoted, left: number): Pins {
  for (const [kind, { quantity }] of quoted.entries()) {
    const missing = quantity - countPins(pictures.filter((each) => each.kind === kind));
    const share = quoted.length > 1 ? missing : Math.ceil(missing / left);
    if (missing > 0) return { kind, quantity: share };
  }
  return { kind: 0, quantity: 1 };
}

type Offered = Pick<PublicConfig, 'prices' | 'ways'>;

/** @param price of the pins, in pesos; only the shop knows the destination */
export function describeCost(
  order: Pick<Shown, 'agreedTotal' | 'way' | 'payShipping'>,
  price: number,
  { prices, ways }: Offered,
): string {
  const { agreedTotal, way, payShipping } = order;
  if (agreedTotal !== null) return `${formatPesos(agreedTotal)} en total, como lo acordaron`;
  const isKnown = isPickedUp({ deliveryData: order }) || payShipping === 'onArrival';
  if (!isKnown) return `${formatPesos(price)} más el envío`;
  const to = { region: '', city: '', way, payShipping };
  const total = price + shippingPrice(to, price, { ...prices, ways });
  return `${formatPesos(total)} ${describeIncluded(to)}`;
}
