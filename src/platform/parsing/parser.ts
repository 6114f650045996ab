/** Files that people send, and the answers of websites, so that neither waits for the other. */
export type ParsingLane = "files" | "websites";

/** Parses bytes of strangers in a thread with limits (`parsing-threads.ts`). */
export interface Parser<Input, Answer> {
  /** Unique among `server/parsers.ts`, which lists all parsers. */
  readonly name: string;
  readonly lane: ParsingLane;
  /** Time for files that may be much larger than others of the lane; by default that of the lane. */
  readonly parsingMs?: number;
  /** Sentence for the sender when parsing exceeds a limit of time or memory, which are our limits. */
  readonly excess: string;
  /**
   * Imports the function that parses. Only the thread calls `load`, so that no other part of the
   * program holds the library. Input and answer must be data, which the threads copy.
   */
  readonly load: () => Promise<(input: Input) => Answer | Promise<Answer>>;
}

/**
 * Throws what the parser throws as an `AppError`, "too-large" for an input that exceeds a limit, and
 * "unavailable" when too many inputs wait already.
 */
export type Parse = <Input, Answer>(parser: Parser<Input, Answer>, input: Input) => Promise<Answer>;
