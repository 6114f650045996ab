import { type IncomingMessage, ServerResponse } from "node:http";

export interface EarlyLimits {
  /** Time for which the rest of a body is read after the response. */
  readonly restMs: number;
  /** Bytes of the rest of a body that are read after the response. */
  readonly restBytes: number;
}

/**
 * A response that may be sent before the body of its request has arrived, such as the refusal of an
 * upload. It tells the client that the connection closes, and then reads the rest of the body for a
 * while, because a client that still sends would get a reset connection instead of the response
 * (RFC 9112, 9.6).
 */
export function earlyResponse({ restMs, restBytes }: EarlyLimits): typeof ServerResponse {
  return class EarlyResponse<
    Request extends IncomingMessage = IncomingMessage,
  > extends ServerResponse<Request> {
    #isEnding = false;

    override writeHead(statusCode: number, ...others: never[]): this {
      if (isBodyMissing(this.req)) this.setHeader("Connection", "close");
      return super.writeHead(statusCode, ...others);
    }

    override end(...given: never[]): this {
      if (this.#isEnding || !isBodyMissing(this.req)) return super.end(...given);
      this.#isEnding = true;
      const [chunk, encoding] = given as unknown[];
      if (typeof chunk === "string" || chunk instanceof Uint8Array) {
        const written = Buffer.from(chunk as string, textEncoding(encoding));
        // The length tells the client where the response ends before the connection closes.
        if (!this.headersSent) this.setHeader("Content-Length", written.length);
        this.write(written);
      } else {
        this.flushHeaders();
      }
      const callback = given.find((one) => typeof one === "function");
      readRest(this.req, { restMs, restBytes }, () => super.end(callback));
      return this;
    }
  };
}

function textEncoding(encoding: unknown): BufferEncoding | undefined {
  return typeof encoding === "string" && Buffer.isEncoding(encoding) ? encoding : undefined;
}

/** False for a request without a body, and for a body that has arrived completely. */
function isBodyMissing({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return Number(headers["content-length"] ?? 0) > 0 || "transfer-encoding" in headers;
}

/** Reads and drops the rest of a body until it ends, or until a limit. */
function readRest(request: IncomingMessage, limits: EarlyLimits, stopped: () => void): void {
  let left = limits.restBytes;
  const stop = () => {
    clearTimeout(late);
    request.off("data", take).off("end", stop).off("close", stop);
    stopped();
  };
  const take = (bytes: Uint8Array) => {
    left -= bytes.length;
    if (left < 0) return stop();
    // A reader that was interested in the beginning of the body may have paused the rest.
    request.resume();
  };
  const late = setTimeout(stop, limits.restMs);
  request.on("data", take).once("end", stop).once("close", stop);
  request.resume();
}
