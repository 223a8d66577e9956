import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const compressions = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) };

/** Puts compressed copies beside the assets: phones load a third, the server compresses nothing. */
export async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
  for (const path of names.map((name) => join(folder, name))) {
    const content = await readFile(path);
    for (const [ending, compress] of Object.entries(compressions)) {
      await writeFile(`${path}${ending}`, await compress(content));
    }
  }
}
