/** How long an act can be undone before anybody is mailed about it, in milliseconds. */
export const UNDO_MS = 60_000;
