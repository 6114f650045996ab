/**
 * Maximum number of attributes of a tag, because the parser compares each attribute with all
 * earlier attributes.
 */
const mostAttributes = 1000;

/**
 * Cuts the source before a tag with more than 1,000 attributes, which would take the parser
 * minutes. Reads each character once.
 */
export function cutAtCrowdedTag(source: string): { source: string; isCut: boolean } {
  const tag = /<[a-z]/gi;
  for (let match = tag.exec(source); match !== null; match = tag.exec(source)) {
    let attributes = 0;
    let isBetween = false;
    let at = match.index + 1;
    for (; at < source.length; at += 1) {
      const code = source.charCodeAt(at);
      if (code === 62) break;
      // A slash separates attributes as well as white space does.
      if (code <= 32 || code === 47) isBetween = true;
      else {
        if (code === 61) at = endOfValue(source, at + 1);
        else if (isBetween) attributes += 1;
        isBetween = code === 61;
      }
      if (attributes > mostAttributes) return { source: source.slice(0, match.index), isCut: true };
    }
    tag.lastIndex = at;
  }
  return { source, isCut: false };
}

/** The last position of the value that begins at `start`, quoted or not. */
function endOfValue(source: string, start: number): number {
  let at = start;
  while (at < source.length && source.charCodeAt(at) <= 32) at += 1;
  const quote = source[at];
  if (quote !== '"' && quote !== "'") return at - 1;
  const end = source.indexOf(quote, at + 1);
  return end === -1 ? source.length : end;
}
