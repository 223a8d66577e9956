import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressions = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) };

/** Writes compressed copies of the assets: phones load a third, the server compresses nothing. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) =>
        /\.(js|css|svg)$/.test(fileName),
      );
      for (const output of texts) {
        const content = output.type === 'chunk' ? output.code : output.source;
        for (const [ending, compress] of Object.entries(compressions)) {
          await writeFile(join(dir, `${output.fileName}${ending}`), await compress(content));
        }
      }
    },
  };
}
