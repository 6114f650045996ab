import type { FinishedPage } from "./cached-page.ts";

/** A page as it is at a version of the site; null where there is none that all may share. */
interface StoredPage {
  readonly version: number;
  readonly page: FinishedPage | null;
}

/** What is held in memory, up to a number of bytes: then whatever was put there first goes. */
export class PageStore {
  readonly #pages = new Map<string, StoredPage>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get byteCount(): number {
    return this.#bytes;
  }

  get(key: string): StoredPage | undefined {
    return this.#pages.get(key);
  }

  /**
   * Answers the page that is kept: where the one before says the same, that one, with all that it
   * was compressed to.
   */
  put(key: string, { version, page }: StoredPage): FinishedPage | null {
    const before = this.#remove(key)?.page;
    const kept = page !== null && before?.saysTheSameAs(page) ? before : page;
    const bytes = kept?.byteCount ?? 0;
    if (bytes > this.#mostBytes) return kept;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes + bytes <= this.#mostBytes) break;
      this.#remove(oldest);
    }
    this.#pages.set(key, { version, page: kept });
    this.#bytes += bytes;
    return kept;
  }

  #remove(key: string): StoredPage | undefined {
    const stored = this.#pages.get(key);
    this.#pages.delete(key);
    this.#bytes -= stored?.page?.byteCount ?? 0;
    return stored;
  }
}
