import { connect } from "node:net";
import { compose, type Duplex, Transform, type TransformCallback } from "node:stream";
import { connect as connectSecurely } from "node:tls";

interface Target {
  /** IP address. */
  readonly host: string;
  readonly port: number;
  /** Null for a connection without encryption. */
  readonly tls: { readonly servername: string; readonly ca?: string } | null;
}

/** Opens a connection on which Node's parser gets the heads of answers repaired. */
export function openRepairedConnection({ host, port, tls }: Target): Duplex {
  const socket =
    tls === null
      ? connect({ host, port })
      : connectSecurely({ host, port, ...tls, ALPNProtocols: ["http/1.1"] });
  return compose(socket, new RepairedHeads());
}

/** A longer head is passed on as it is, and the parser refuses it. */
const longestHead = 256 * 1024;

/** Changes the heads of an answer, and passes its body on. */
class RepairedHeads extends Transform {
  #waiting = Buffer.alloc(0);
  #isBody = false;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#isBody) {
      done(null, chunk);
      return;
    }
    this.#waiting = Buffer.concat([this.#waiting, chunk]);
    for (;;) {
      const end = endOfHead(this.#waiting);
      if (end === -1) break;
      const head = this.#waiting.toString("latin1", 0, end);
      this.push(Buffer.from(repairedHead(head), "latin1"));
      this.#waiting = this.#waiting.subarray(end);
      // The head of the answer follows after heads such as "103 Early Hints".
      this.#isBody = !/^HTTP\/\S+ +1(?!01)\d\d/i.test(head);
      if (this.#isBody) break;
    }
    if (this.#isBody || this.#waiting.length > longestHead) this.#passOn();
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#passOn();
    done();
  }

  #passOn(): void {
    this.#isBody = true;
    if (this.#waiting.length > 0) this.push(this.#waiting);
    this.#waiting = Buffer.alloc(0);
  }
}

/** Offset of the first byte after the blank line; -1 before it has come. */
function endOfHead(bytes: Buffer): number {
  for (let at = bytes.indexOf("\n"); at !== -1; at = bytes.indexOf("\n", at + 1)) {
    if (bytes[at + 1] === 0x0a) return at + 2;
    if (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a) return at + 3;
  }
  return -1;
}

/**
 * Makes a head readable for Node's parser, which refuses the whole answer where browsers ignore a
 * line: drops lines without a name, removes spaces before a colon, and keeps one of several equal
 * lengths.
 */
function repairedHead(head: string): string {
  const [status = "", ...lines] = head.split(/(?<=\n)/);
  let isDropped = false;
  const lengths = new Set<string>();
  const kept = lines.filter((line) => {
    // A line that begins with a space continues the line before.
    if (/^[ \t]+\S/.test(line)) return !isDropped;
    const [, name, value = ""] = /^([^:]*):([^\r\n]*)/.exec(line) ?? [];
    const isLength = name?.trimEnd().toLowerCase() === "content-length";
    const isRepeated = isLength && lengths.has(value.trim());
    if (isLength) lengths.add(value.trim());
    const isBlank = line.trim() === "";
    isDropped = !isBlank && (isRepeated || !/^[!#$%&'*+\-.^_`|~\w]+[ \t]*$/.test(name ?? ""));
    return !isDropped;
  });
  return status + kept.map((line) => line.replace(/^([^:\s]+)[ \t]+:/, "$1:")).join("");
}
