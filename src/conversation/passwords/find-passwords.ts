/** Names of a password, as people write them before ":" or "=". "DB_PASSWORD=" counts as well. */
const name =
  "(?:pass(?:wor[dt]|wd|phrase|code)?|pwd?|kennwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord)";
const makePattern = () =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])${name}["'\`*]*[ \\t]*[:=][ \\t]*(?<value>[^\\s]+)(?=(?<rest>[^\\r\\n]{0,40}))`,
    "giu",
  );
let pattern: RegExp | undefined;

/** Compiled at the first use, because compiling takes a twentieth of the time of a start. */
function namedPassword(): RegExp {
  pattern ??= makePattern();
  return pattern;
}

/** Words that say something about a password instead of being a password. */
const noPasswords = new Set(
  `changed unchanged forgotten forgot lost unknown missing none same yes no required optional follows
  tbd n/a see below above please thanks ask later soon expired wrong correct reset sent done pending
  open geändert unbekannt vergessen keins folgt siehe gleiche`.split(/\s+/),
);

const shortestPassword = 4;

export interface FoundPassword {
  readonly password: string;
  /** Position of the password in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * Finds passwords that a text names as such: "password: hunter2", "pw=…", "Passwort: …". A plain
 * word counts only at the end of a line, because "Password: the new one is fine" names no password.
 */
export function findPasswords(text: string): readonly FoundPassword[] {
  return [...text.matchAll(namedPassword())].flatMap(({ index, 0: whole, groups }) => {
    const { value = "", rest = "" } = groups ?? {};
    const password = withoutMarks(value);
    if (!looksLikePassword(password, rest)) return [];
    const start = index + whole.length - value.length + value.indexOf(password);
    return [{ password, start, end: start + password.length }];
  });
}

const openingMarks = new Set("\"'`*“„«<(");
const closingMarks = new Set("\"'`*”“»>)}],;.");
const exclamations = new Set("!?");

/** Takes off quotation marks around a value, and a comma or full stop after the value. */
function withoutMarks(value: string): string {
  let start = 0;
  while (openingMarks.has(value[start] ?? "")) start += 1;
  return withoutEnd(value.slice(start), closingMarks);
}

/**
 * Without these characters at the end. A regular expression that looks for the end of a text needs a
 * time that grows with the square of its length, which blocks requests for minutes.
 */
function withoutEnd(value: string, marks: ReadonlySet<string>): string {
  let end = value.length;
  while (marks.has(value[end - 1] ?? "")) end -= 1;
  return value.slice(0, end);
}

function looksLikePassword(value: string, rest: string): boolean {
  if (value.length < shortestPassword || /^(https?:|www\.)/i.test(value)) return false;
  // Dots or bullets stand for a password that the writer did not reveal.
  if (!/[\p{L}\p{N}]/u.test(value) || /^[x*]+$/i.test(value)) return false;
  const word = withoutEnd(value, exclamations);
  if (noPasswords.has(word.toLowerCase())) return false;
  const isMixed = /\p{L}/u.test(value) && /[\p{N}$%&#@!+=^~_]/u.test(word);
  return isMixed || /^[\s.,;)"'`*”“»]*$/.test(rest);
}

const movedPassword = "(moved to the passwords)";

export function withoutFoundPasswords(text: string, replacement = movedPassword): string {
  return findPasswords(text)
    .toReversed()
    .reduce((left, { start, end }) => left.slice(0, start) + replacement + left.slice(end), text);
}
