import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotliInThread = promisify(brotliCompress);
const gzipInThread = promisify(gzip);

/** Kinds of which the server knows that they may lie there compressed. Pictures and fonts already are. */
const compressible = /\.(js|css|svg|json|txt)$/;
const asSmallAsCanBe = {
  params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
};

/** Puts each file as `.br` and `.gz` beside itself, as small as can be: once, and not per request. */
export async function precompressFiles(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(files.map(({ parentPath, name }) => precompress(join(parentPath, name))));
}

async function precompress(path: string): Promise<void> {
  const bytes = await readFile(path);
  await Promise.all([
    writeFile(`${path}.br`, await brotliInThread(bytes, asSmallAsCanBe)),
    writeFile(`${path}.gz`, await gzipInThread(bytes, { level: 9 })),
  ]);
}
