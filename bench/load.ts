import autocannon, { type Result } from "autocannon";

export interface LoadRequest {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface LoadResult {
  /** Answers of status 200 to 299. */
  readonly answered: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Sends one request over and over on some connections. Throws when one is not answered well. */
export async function load(
  request: LoadRequest,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const times: number[] = [];
  const result = await new Promise<Result>((resolve, reject) => {
    const run = autocannon({ ...request, connections, duration: seconds }, (error, finished) =>
      error ? reject(error) : resolve(finished),
    );
    // Its own percentiles are whole milliseconds, which is too coarse here.
    run.on("response", (_client, _status, _bytes, milliseconds: number) => {
      times.push(milliseconds);
    });
  });
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(
      `${request.url}: ${result.non2xx} refusals, ${result.errors} errors, ${result.timeouts} timeouts.`,
    );
  }
  times.sort((a, b) => a - b);
  return {
    answered: result["2xx"],
    perSecond: result["2xx"] / result.duration,
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}
