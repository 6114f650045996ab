/** A secret that a test plants, by the name of what it protects. */
export type Plants = Readonly<Record<string, string>>;

/**
 * Forms in which a text can leave a program: as it is, reversed, URL-encoded, in hexadecimal and
 * UTF-16, and in base64 from each position of three bytes, because what stands before the text, such
 * as a user name, moves it.
 */
function formsOf(secret: string): ReadonlyMap<string, string> {
  const utf8 = Buffer.from(secret);
  const base64 = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), utf8]).toString("base64");
    // The first and the last characters also depend on the bytes around the text.
    return whole.slice(before === 0 ? 0 : 4, -4);
  });
  const forms: [string, string][] = [
    ["in clear", secret],
    ["reversed", [...secret].toReversed().join("")],
    ["URL-encoded", encodeURIComponent(secret)],
    ["in a JSON text", JSON.stringify(secret).slice(1, -1)],
    ["in hexadecimal", utf8.toString("hex")],
    ["in UTF-16", Buffer.from(secret, "utf16le").toString("latin1")],
    ...base64.flatMap((text, index): [string, string][] => [
      [`in base64 (${index})`, text],
      [`in base64url (${index})`, text.replaceAll("+", "-").replaceAll("/", "_")],
    ]),
  ];
  // Many keys are the same text in several forms.
  return new Map(forms.toReversed().map(([form, text]) => [text, form]));
}

/** Searches all that leaves a program for planted secrets, and counts the bytes. */
export function secretSearch(plants: Plants) {
  const wanted = Object.entries(plants).flatMap(([name, secret]) =>
    [...formsOf(secret)].map(([text, form]) => ({ what: `${name} ${form}`, text })),
  );
  const found: string[] = [];
  let bytes = 0;
  return {
    found: (): readonly string[] => found,
    bytes: () => bytes,
    /** `where` names the place in the message of a failing test. */
    look(where: string, output: string | Uint8Array): void {
      const text = Buffer.from(output as string).toString("latin1");
      bytes += text.length;
      for (const { what, text: secret } of wanted) {
        if (text.includes(secret)) found.push(`${where}: ${what}`);
      }
    },
  };
}
