/**
 * Finds the status and the end of each HTTP response on a connection, one response at a time. Reads
 * bodies with a Content-Length and chunked bodies, because the servers of the benchmark send both
 * kinds.
 */
export class AnswerReader {
  status = 0;
  /** Bytes of the body still to come; null for a body in chunks. */
  #missing: number | null = 0;
  #isReading = false;
  #head = "";
  /**
   * Keeps the last bytes of a chunked body, because the end mark of the body can be split between
   * two reads.
   */
  #tail = "";

  /** Reads received bytes. Returns true when they complete a response. */
  isWhole(bytes: Buffer): boolean {
    let body = bytes;
    if (!this.#isReading) {
      const text = this.#head + bytes.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) {
        this.#head = text;
        return false;
      }
      body = bytes.subarray(end + 4 - this.#head.length);
      this.#begin(text.slice(0, end));
    }
    if (!this.#isLast(body)) return false;
    this.#isReading = false;
    return true;
  }

  #begin(head: string): void {
    this.#isReading = true;
    this.#head = "";
    this.#tail = "\r\n";
    this.status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.#missing = length === undefined ? null : Number(length);
  }

  #isLast(body: Buffer): boolean {
    if (this.#missing !== null) {
      this.#missing -= body.length;
      return this.#missing <= 0;
    }
    this.#tail = (this.#tail + body.subarray(-7).toString("latin1")).slice(-7);
    return this.#tail === "\r\n0\r\n\r\n";
  }
}
