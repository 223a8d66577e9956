type Write = (facts: object, message: string) => void;

/** Where the shop writes what happens: facts, and a message beside them. */
export type Log = { debug: Write; info: Write; warn: Write; error: Write };
