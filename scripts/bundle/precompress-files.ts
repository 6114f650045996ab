import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotliInThread = promisify(brotliCompress);
const gzipInThread = promisify(gzip);

/** Excludes pictures and fonts, because their formats are compressed already. */
const compressible = /\.(js|css|svg|json|txt)$/;
const smallest = {
  params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
};

/**
 * Writes a `.br` and a `.gz` file next to each file. The best compression would be too slow during
 * a request.
 */
export async function precompressFiles(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(files.map(({ parentPath, name }) => precompress(join(parentPath, name))));
}

async function precompress(path: string): Promise<void> {
  const bytes = await readFile(path);
  await Promise.all([
    writeFile(`${path}.br`, await brotliInThread(bytes, smallest)),
    writeFile(`${path}.gz`, await gzipInThread(bytes, { level: 9 })),
  ]);
}
