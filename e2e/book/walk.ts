import type { Page } from '@playwright/test';
import type { MapServers } from '../support/map-servers.ts';
import type { Shop } from '../support/server.ts';
import type { Who } from './people.ts';

/** Where a walk takes place. */
export type Stage = { page: Page; shop: Shop; servers: MapServers };

/** A screen in one of its states. */
export type State = {
  name: string;
  /** Goes there from the state before it, and waits until it shows. */
  reach: (stage: Stage) => Promise<unknown>;
  /**
   * Differs from another state in its words alone, and no later state needs it: the short form of
   * the looks leaves it out.
   */
  isVariant?: boolean;
  /** It goes by itself after some seconds: the page's clock stands still for its pictures. */
  isBrief?: boolean;
  /**
   * What is taken: the whole page, or the window just as it stands. Otherwise it is the topmost
   * dialog or the wizard, in full height.
   */
  show?: 'page' | 'fold';
  /** A phone's window just as it stands is of interest too, with what sticks to its edges. */
  hasFold?: boolean;
};

/** States that one visitor sees one after the other. */
export type Walk = { name: string; as: Who; states: readonly State[]; hasNoScript?: boolean };
