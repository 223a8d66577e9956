import { type Answer, callIdentity, type Fetch } from './call.ts';
import { mailLinks } from './mail-links.ts';
import { readUser } from './read-user.ts';
import { joinTabs, type Tabs } from './tabs.ts';

/**
 * The shop's server and the other tabs, handed to a provider whose code is loaded by itself: what it
 * imported too would be a further file for everybody.
 */
export type Wire = {
  /** Makes one of the shop's own calls about accounts, below `/api/identity`. */
  call: (path: string, call: { body: object; headers: Record<string, string> }) => Promise<Answer>;
  readUser: (token: string) => ReturnType<typeof readUser>;
  mailLinks: typeof mailLinks;
  tabs: Tabs;
};

export function openWire(fetcher: Fetch, tabs: Tabs = joinTabs()): Wire {
  return {
    call: (path, call) => callIdentity(fetcher, `/api/identity${path}`, call),
    readUser: (token) => readUser(fetcher, token),
    mailLinks,
    tabs,
  };
}
