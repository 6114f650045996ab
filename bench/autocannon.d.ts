/** The part of it that is used here; the package brings no types. */
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  export interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    method?: "GET" | "POST";
    headers?: Record<string, string>;
    body?: string;
  }
  export interface Result {
    /** Answers with a status of 200 to 299. */
    "2xx": number;
    non2xx: number;
    errors: number;
    timeouts: number;
    /** Seconds. */
    duration: number;
  }
  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
