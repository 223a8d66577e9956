import type { DraftChannel } from './draft-store.ts';
import type { Entry } from './entries.ts';

type Message = { entries: readonly Entry[] };

/** Joins the tabs of this browser; null where the browser cannot. */
export function openDraftChannel(): DraftChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  const channel = new BroadcastChannel('pines-draft');
  return {
    send: (entries) => channel.postMessage({ entries } satisfies Message),
    receive(listener) {
      channel.onmessage = ({ data }: MessageEvent<Message>) => listener(data.entries);
    },
  };
}
