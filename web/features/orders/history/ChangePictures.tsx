import { useState } from 'react';
import { requestPictureLink } from '#contract/pictures.ts';
import { isStepDone } from '#domain/order-stage.ts';
import { isUnderWay } from '#domain/orders.ts';
import { CONNECTION_LOST, callApi } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { ShownOrder } from './shown-order.ts';

type Props = { order: ShownOrder; of: { token: string } | { orderId: string } };

/** Requests a mailed link to change the pictures, until production starts. */
export function ChangePictures({ order, of }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<{ tone: 'success' | 'error'; text: string } | null>(null);
  const { progress, status, cancelRequested } = order;
  const isOpen = isUnderWay(status) && !cancelRequested;
  if (!progress || !isOpen || isStepDone(progress.steps, 'production')) return null;
  const ask = async () => {
    setBusy(true);
    try {
      const { message } = await callApi(requestPictureLink, { body: JSON.stringify(of) });
      setAnswer({ tone: 'success', text: `${message}. Ábrelo para elegir otra imagen.` });
    } catch (error) {
      setAnswer({
        tone: 'error',
        text: (error instanceof Error && error.message) || CONNECTION_LOST,
      });
    }
    setBusy(false);
  };
  return (
    <>
      {answer && <Notice tone={answer.tone}>{answer.text}</Notice>}
      {answer?.tone !== 'success' && (
        <div>
          <Button variant="quiet" busy={isBusy} onClick={() => void ask()}>
            Cambiar una imagen
          </Button>
        </div>
      )}
    </>
  );
}
