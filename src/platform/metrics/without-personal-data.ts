const address = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+/gu;
const credentials = /\/\/[^/\s@]+@/g;
const secretParameter = /\b(token|proof|code|secret|password|cookie|authorization)=[^&\s"']+/gi;

/** A text for the log, without the addresses, credentials and tokens that may stand in it. */
export function withoutPersonalData(text: string): string {
  return text
    .replace(credentials, "//[removed]@")
    .replace(address, "[address]")
    .replace(secretParameter, "$1=[removed]");
}
