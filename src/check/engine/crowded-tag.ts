/**
 * Maximum number of attributes of a tag, because the parser compares each attribute with all
 * earlier attributes.
 */
const mostAttributes = 1000;

const space = 32;
const slash = 47;
const equals = 61;
const greaterThan = 62;

/**
 * Cuts the source before a tag with more than 1,000 attributes, which would take the parser
 * minutes. Reads each character once.
 */
export function cutAtCrowdedTag(source: string): { source: string; isCut: boolean } {
  const tag = /<[a-z]/gi;
  for (let match = tag.exec(source); match !== null; match = tag.exec(source)) {
    let attributes = 0;
    // The name of the tag comes first.
    let isInName = true;
    let mayHaveValue = false;
    let at = match.index + 1;
    for (; at < source.length; at += 1) {
      const code = source.charCodeAt(at);
      if (code === greaterThan) break;
      if (code <= space || code === slash) {
        isInName = false;
        if (code === slash) mayHaveValue = false;
      } else if (code === equals && mayHaveValue) {
        at = endOfValue(source, at + 1);
        isInName = false;
        mayHaveValue = false;
      } else if (!isInName) {
        // A name can also begin with an equals sign, if the attribute before it has a value.
        attributes += 1;
        isInName = true;
        mayHaveValue = true;
      }
      if (attributes > mostAttributes) return { source: source.slice(0, match.index), isCut: true };
    }
    tag.lastIndex = at;
  }
  return { source, isCut: false };
}

/** The last position of the value that begins at or after `start`, quoted or not. */
function endOfValue(source: string, start: number): number {
  let at = start;
  while (source.charCodeAt(at) <= space) at += 1;
  const quote = source[at];
  if (quote === '"' || quote === "'") {
    const end = source.indexOf(quote, at + 1);
    return end === -1 ? source.length : end;
  }
  // `charCodeAt` returns NaN after the end of the source.
  while (source.charCodeAt(at) > space && source.charCodeAt(at) !== greaterThan) at += 1;
  return at - 1;
}
