/** One protection taken out of the program. Some test of `npm test` must fail without it. */
export interface Mutation {
  /** What no longer holds, such as "A payment is booked once". */
  readonly protection: string;
  /** The mutated file, such as "src/policy/rights.ts". */
  readonly file: string;
  /** A text that is in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** Test files of which at least one fails, the fastest first. */
  readonly tests: readonly string[];
  /** True if only PostgreSQL shows the difference. */
  readonly needsPostgres?: boolean;
}
