export interface FileToPack {
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

const encoder = new TextEncoder();

/** Packs files into a zip while they are read, so that memory holds a part of one file at a time. */
export async function* zipParts(files: AsyncIterable<FileToPack>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipDeflate } = await import("fflate");
  const packed: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, part) => {
    if (error) failure = error;
    else packed.push(part);
  });
  const take = () => {
    if (failure !== null) throw failure;
    return packed.splice(0);
  };
  for await (const { name, content } of files) {
    const entry = new ZipDeflate(name, { level: 6 });
    zip.add(entry);
    for await (const part of content) {
      entry.push(typeof part === "string" ? encoder.encode(part) : part);
      yield* take();
    }
    entry.push(new Uint8Array(), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
