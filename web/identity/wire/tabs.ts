/** What one tab tells the others: the user changed, or signed out on purpose. */
type TabNews = 'changed' | 'signed-out';

export type Tabs = {
  tell: (news: TabNews) => void;
  hear: (listener: (news: TabNews) => void) => void;
};

/** Joins the tabs of this browser; a browser that cannot leaves each tab alone. */
export function joinTabs(): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => {}, hear: () => {} };
  const channel = new BroadcastChannel('pines-account');
  return {
    tell: (news) => channel.postMessage(news),
    hear(listener) {
      channel.onmessage = ({ data }: MessageEvent<TabNews>) => listener(data);
    },
  };
}
