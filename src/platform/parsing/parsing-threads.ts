import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { AppError } from "../errors.ts";
import type { ParsingResult, Question } from "./answer-questions.ts";
import type { Parse, Parser, ParsingLane } from "./parser.ts";

interface LaneLimits {
  readonly parsingMs: number;
  readonly memoryMb: number;
  /** Inputs that wait stay in memory. */
  readonly mostWaiting: number;
}

export const parsingLimits: Readonly<Record<ParsingLane, LaneLimits>> = {
  files: { parsingMs: 20_000, memoryMb: 256, mostWaiting: 16 },
  // The memory suffices for an ordinary page of 2 MB.
  websites: { parsingMs: 8_000, memoryMb: 90, mostWaiting: 200 },
};

const idleMs = 5_000;
/**
 * Rest after each input, as a multiple of the time that parsing took. The rest leaves the
 * processors to visitors.
 */
const restRatio = 1;

/**
 * Parses in one thread for each lane. `program` is a file that imports `server/parsing-thread.ts`,
 * such as the built program.
 */
export function openParsing(
  program: URL,
  stopping: AbortSignal,
  limits: Readonly<Record<ParsingLane, LaneLimits>> = parsingLimits,
): Parse {
  const open = (lane: ParsingLane) => new ParsingThread(program, stopping, limits[lane]);
  const threads = { files: open("files"), websites: open("websites") };
  return (parser, input) => threads[parser.lane].parse(parser, input);
}

/**
 * A thread that parses one input after the other, and rests in between. An input that exceeds a
 * limit ends the thread, and the next input gets a new one. The thread ends after five seconds
 * without an input.
 */
class ParsingThread {
  readonly #program: URL;
  readonly #stopping: AbortSignal;
  readonly #limits: LaneLimits;
  #thread: Worker | undefined;
  #endWhenIdle: NodeJS.Timeout | undefined;
  #previous: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #tookMs = 0;

  constructor(program: URL, stopping: AbortSignal, limits: LaneLimits) {
    this.#program = program;
    this.#stopping = stopping;
    this.#limits = limits;
  }

  async parse<Input, Answer>(parser: Parser<Input, Answer>, input: Input): Promise<Answer> {
    if (this.#waiting >= this.#limits.mostWaiting) {
      const message = "Many files are being read at the moment. Try again in a minute.";
      throw new AppError("unavailable", message, { retryAfterSeconds: 60 });
    }
    this.#waiting += 1;
    const parsing = this.#previous.then(() => {
      this.#waiting -= 1;
      return this.#parseNext(parser, input);
    });
    const rest = () => sleep(restRatio * this.#tookMs);
    this.#previous = parsing.then(rest, rest);
    const result = await parsing;
    if ("answer" in result) return result.answer as Answer;
    if ("refusal" in result) {
      const { code, message, issues } = result.refusal;
      throw new AppError(code, message, { issues });
    }
    if ("isExcess" in result) throw new AppError("too-large", parser.excess);
    throw new Error(`The parser "${parser.name}" failed: ${result.fault}`);
  }

  async #parseNext(
    { name: parser, excess, parsingMs }: Parser<never, unknown>,
    input: unknown,
  ): Promise<ParsingResult> {
    const startedAt = performance.now();
    this.#stopping.throwIfAborted();
    clearTimeout(this.#endWhenIdle);
    this.#thread ??= this.#startThread();
    this.#thread.ref();
    const timeout = AbortSignal.timeout(Math.max(parsingMs ?? 0, this.#limits.parsingMs));
    try {
      const answer = once(this.#thread, "message", {
        signal: AbortSignal.any([this.#stopping, timeout]),
      });
      this.#thread.postMessage({ parser, input } satisfies Question);
      const [result] = (await answer) as [ParsingResult];
      return result;
    } catch (cause) {
      this.#end();
      if (this.#stopping.aborted) throw cause;
      const { code } = cause as { readonly code?: unknown };
      if (!timeout.aborted && code !== "ERR_WORKER_OUT_OF_MEMORY") throw cause;
      throw new AppError("too-large", excess, { cause });
    } finally {
      // An idle thread does not keep the process from ending.
      this.#thread?.unref();
      this.#tookMs = performance.now() - startedAt;
      this.#endWhenIdle = setTimeout(() => this.#end(), idleMs).unref();
    }
  }

  #startThread(): Worker {
    const thread = new Worker(this.#program, {
      workerData: { parses: true },
      resourceLimits: {
        maxOldGenerationSizeMb: this.#limits.memoryMb,
        maxYoungGenerationSizeMb: 12,
      },
    });
    // Without a listener, an error between two inputs would end the whole process.
    thread.on("error", () => {});
    thread.once("exit", () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    return thread;
  }

  #end(): void {
    void this.#thread?.terminate();
    this.#thread = undefined;
  }
}
