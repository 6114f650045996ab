import { AppError } from "#platform/errors.ts";

/** More pages than a person keeps open. A further page shows changes only after a reload. */
const streamsOfAccount = 10;
const streamsOfProcess = 500;

/** Counts the streams of a process, so that open pages cannot use up its connections. */
export class OpenStreams {
  readonly #counts = new Map<string, number>();
  #all = 0;

  /** Counts a stream until the returned function is called. Throws "too-many". */
  open(accountId: string): () => void {
    const count = this.#counts.get(accountId) ?? 0;
    if (count >= streamsOfAccount || this.#all >= streamsOfProcess) {
      throw new AppError("too-many", "Too many pages are open. Reload the page to see changes.", {
        retryAfterSeconds: 60,
      });
    }
    this.#counts.set(accountId, count + 1);
    this.#all += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#all -= 1;
      const left = (this.#counts.get(accountId) ?? 1) - 1;
      if (left > 0) this.#counts.set(accountId, left);
      else this.#counts.delete(accountId);
    };
  }
}
