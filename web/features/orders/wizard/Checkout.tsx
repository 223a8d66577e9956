import { useEffect } from 'react';
import { formProblems } from '#contract/delivery/delivery.ts';
import type { DeliveryForm } from '#domain/delivery/delivery.ts';
import { hasWays } from '#domain/delivery/ways.ts';
import { useSavedAddresses } from '#web/features/delivery/saved-address.ts';
import { wayFields } from '#web/features/delivery/WayPart.tsx';
import { usePageConfig } from '#web/lib/config.ts';
import { warm } from '#web/lib/loader.ts';
import { Queries } from '#web/lib/Queries.tsx';
import { useStore } from '#web/lib/store.ts';
import { Toasts } from '#web/ui/Toasts.tsx';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { type Draft, usablePictures } from './draft/draft.ts';
import type { OrderActions } from './order-actions.ts';
import type { OrderSession } from './session.ts';
import { DeliveryStep } from './steps/DeliveryStep.tsx';
import { PlacedStep } from './steps/PlacedStep.tsx';
import { SummaryStep } from './steps/SummaryStep.tsx';
import { finishOrder, leaveConfirmation } from './submit/submit-order.ts';

export { toast } from 'sonner';
export { PlacedNotice } from './PlacedNotice.tsx';

/** How long the confirmation is shown before the wizard is ready for the next order. */
const PLACED_MS = 3000;

/** Returns whether the delivery form has everything that an order needs. */
export const isComplete = (form: DeliveryForm, signedIn: boolean) =>
  Object.keys(formProblems(form, { isGuest: !signedIn })).length === 0;

type Props = {
  draft: Draft;
  session: OrderSession;
  actions: OrderActions;
  uid: string | null;
  /** The step that is shown: 2 and 3 are here, before them only the messages. */
  step: number;
  /** Changes when the form's values are replaced. */
  formKey: string;
  onPictures: () => void;
};

/** What the wizard's first screen does without: delivery, summary, confirmation and messages. */
export function Checkout(props: Props) {
  const { draft, session, actions, uid, step, formKey, onPictures } = props;
  const { placing } = useStore(session.submission);
  const isChoice = hasWays(usePageConfig().ways);
  useEffect(() => {
    if (isChoice) warm(wayFields);
  }, [isChoice]);
  return (
    <Queries>
      <SavedAddress session={session} uid={uid} />
      {step === 2 && <DeliveryStep key={formKey} draft={draft} actions={actions} uid={uid} />}
      {placing && <Placed draft={draft} session={session} />}
      {step === 3 && !placing && <SummaryStep {...{ draft, session, actions, onPictures }} />}
      <Toasts />
    </Queries>
  );
}

function Placed({ draft, session }: Pick<Props, 'draft' | 'session'>) {
  const { placing, isUnfinished } = useStore(session.submission);
  useTimeout(placing, PLACED_MS, () => finishOrder(session));
  return (
    placing && (
      <PlacedStep
        placing={placing}
        pictures={usablePictures(draft)}
        previews={session.previews}
        onLeave={isUnfinished ? () => leaveConfirmation(session) : null}
      />
    )
  );
}

/** Tells the first step the account's saved address, for the price of its shipping. */
function SavedAddress({ session, uid }: Pick<Props, 'session' | 'uid'>) {
  const saved = useSavedAddresses(uid)?.[0] ?? null;
  useEffect(() => session.savedAddress.set(saved), [session, saved]);
  return null;
}
