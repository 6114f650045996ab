/** One thing that an operator looks after: how it is, and what is to be done about it. */
export interface StatusCheck {
  readonly name: string;
  /** How it is now, in a few words. */
  readonly value: string;
  /** What is wrong and what to do, in a sentence or two; null while all is good. */
  readonly advice: string | null;
  /** The screen on which something can be done, or where there is more to see. */
  readonly screen: { readonly label: string; readonly path: string } | null;
}
