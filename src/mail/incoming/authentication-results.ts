/** The results that one server wrote into an email, from a header of RFC 8601. */
export interface AuthenticationResults {
  /** Name of the server, in lower case; "" when it cannot be read. */
  readonly authservId: string;
  /** Null for a header whose results do not follow the grammar. */
  readonly results: readonly MethodResult[] | null;
}

export interface MethodResult {
  /** Such as "dmarc", in lower case. */
  readonly method: string;
  /** Such as "pass", in lower case. */
  readonly result: string;
  /** Such as ["header.from", "example.com"], the names in lower case. */
  readonly properties: readonly (readonly [name: string, value: string])[];
}

/** No server writes longer results. */
const longestHeader = 10_000;

class Malformed extends Error {}

/**
 * Parses the value of an Authentication-Results header. Strict, because servers copy texts of the
 * sender into it, and a lenient reading could take such a text for a result.
 */
export function parseAuthenticationResults(value: string): AuthenticationResults {
  const text = new Scanner(value.slice(0, longestHeader));
  let authservId = "";
  try {
    authservId = text.value().toLowerCase();
    // The only version of the grammar is 1.
    text.take(/1(?![^\s;(])/y);
    text.skipSpace();
    if (value.length > longestHeader) return { authservId, results: null };
    return { authservId, results: resultsIn(text) };
  } catch (error) {
    if (error instanceof Malformed) return { authservId, results: null };
    throw error;
  }
}

function resultsIn(text: Scanner): MethodResult[] {
  const results: MethodResult[] = [];
  while (!text.isAtEnd()) {
    text.expect(/;/y);
    text.skipSpace();
    // Some servers end the list with a semicolon.
    if (text.isAtEnd()) break;
    const method = text.expect(/[\w-]+/y).toLowerCase();
    text.skipSpace();
    if (method === "none" && (text.isAtEnd() || text.isBefore(/;/y))) continue;
    if (text.take(/\//y) !== undefined) {
      text.skipSpace();
      text.expect(/\d+/y);
      text.skipSpace();
    }
    text.expect(/=/y);
    text.skipSpace();
    const result = text.expect(/[\w-]+/y).toLowerCase();
    results.push({ method, result, properties: propertiesIn(text) });
  }
  return results;
}

/** Also reads a reason, such as `reason="good signature"`, which has the form of a property. */
function propertiesIn(text: Scanner): [string, string][] {
  const properties: [string, string][] = [];
  while (text.skipSpace() && !text.isAtEnd() && !text.isBefore(/;/y)) {
    let name = text.expect(/[\w-]+/y).toLowerCase();
    text.skipSpace();
    if (text.take(/\./y) !== undefined) {
      text.skipSpace();
      name += `.${text.expect(/[\w-]+/y).toLowerCase()}`;
      text.skipSpace();
    }
    text.expect(/=/y);
    text.skipSpace();
    properties.push([name, text.propertyValue()]);
  }
  return properties;
}

const quotedString = /"((?:[^"\\]|\\.)*)"/y;

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.skipSpace();
  }

  isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Skips spaces and comments, which may be nested. Returns whether there were any. */
  skipSpace(): boolean {
    const before = this.#at;
    while (this.take(/\s+/y) !== undefined || this.#takeComment());
    return this.#at > before;
  }

  #takeComment(): boolean {
    if (this.take(/\(/y) === undefined) return false;
    for (let depth = 1; depth > 0; ) {
      const part = this.expect(/[^()\\]+|\\.|[()]/y);
      if (part === "(") depth += 1;
      if (part === ")") depth -= 1;
    }
    return true;
  }

  /** Takes the text that a sticky expression matches here. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    return found[1] ?? found[0];
  }

  isBefore(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  expect(pattern: RegExp): string {
    const found = this.take(pattern);
    if (found === undefined) throw new Malformed();
    return found;
  }

  /** A name of a server, alone or in quotation marks, and the space after it. */
  value(): string {
    const quoted = this.take(quotedString);
    const value = quoted ?? this.expect(/[^\s()<>@,;:\\"/[\]?=]+/y);
    this.skipSpace();
    return value;
  }

  /** The value of a property, such as `"ada b"@example.com`. */
  propertyValue(): string {
    const part = () => this.take(quotedString) ?? this.take(/[^\s;()"\\]+/y);
    let value = part();
    if (value === undefined) throw new Malformed();
    for (let next = part(); next !== undefined; next = part()) value += next;
    return value;
  }
}
