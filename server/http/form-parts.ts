import type { FastifyInstance } from 'fastify';

/** More than any form of the shop has: a complaint names up to 500 pictures. */
const MAX_PARTS = 600;
/** How clients name the line between a form's parts (RFC 2046); another spelling is no name. */
const BOUNDARY =
  /^multipart\/form-data; ?(?:charset=[\w-]{1,20}; ?)?boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))(?:; ?charset=[\w-]{1,20})?$/i;

/**
 * Blanks what follows in a chunk after more parts than any form has: the parser refuses the form at
 * the end of the chunk, but would make thousands of parts of it first.
 */
export function limitFormParts(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ raw, headers }) => {
    const type = headers['content-type'] ?? '';
    if (!/^multipart\//i.test(type)) return;
    const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
    const line = Buffer.from(`\r\n--${quoted ?? plain ?? ''}`);
    let parts = 0;
    raw.on('data', (chunk: Buffer) => {
      let at = chunk.indexOf(line);
      for (; at !== -1 && parts < MAX_PARTS; parts += 1) at = chunk.indexOf(line, at + 1);
      if (at !== -1) chunk.fill(0, at);
    });
    // Until the parser is there: a listener alone would start the body.
    raw.pause();
  });
}
