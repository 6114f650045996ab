/** Address of a script, see `scripts/bundle/browser-scripts.ts`. */
declare module "*?script" {
  const address: string;
  export default address;
}

/** Text of a script. */
declare module "*?script-text" {
  const text: string;
  export default text;
}
