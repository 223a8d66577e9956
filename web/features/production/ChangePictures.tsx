import { useState } from 'react';
import type { OwnOrder } from '#contract/orders/own-order.ts';
import { requestPictureLink } from '#contract/production/pictures.ts';
import { mailboxOf } from '#domain/orders/mailbox.ts';
import { isStepDone } from '#domain/orders/order-stage.ts';
import { isUnderWay } from '#domain/orders/status.ts';
import { callApi } from '#web/lib/api.ts';
import type { ShownOrder } from '#web/lib/shown-order.ts';
import { Button } from '#web/ui/Button.tsx';
import { Problem } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useTask } from '#web/ui/use-task.ts';

type Props = { order: ShownOrder; of: OwnOrder };

/** Requests a mailed link to change the pictures, until production starts. */
export function ChangePictures({ order, of }: Props) {
  const [answer, setAnswer] = useState<string | null>(null);
  const asking = useTask(async () => {
    const { message } = await callApi(requestPictureLink, { body: of });
    setAnswer(`${message}. Ábrelo para elegir otra imagen.`);
  });
  const { progress, status, cancelRequested } = order;
  // The link is mailed; without an e-mail other pictures come with a request for a change.
  const isOpen = isUnderWay(status) && !cancelRequested && mailboxOf(order) !== null;
  if (!progress || !isOpen || isStepDone(progress.steps, 'production')) return null;
  if (answer !== null) return <Notice tone="success">{answer}</Notice>;
  return (
    <>
      <Problem error={asking.error} />
      <div>
        <Button variant="quiet" busy={asking.isBusy} onClick={asking.run}>
          Cambiar una imagen
        </Button>
      </div>
    </>
  );
}
