/** A statement of a text that other texts can contradict. */
export interface Fact {
  /** What the statement is about, such as "who has paid". */
  readonly about: string;
  readonly value: string;
  /** The words of the text. */
  readonly words: string;
}

export interface ToldText {
  readonly text: string;
  /** Full name of the reader, for whom "you" stands. */
  readonly reader: string;
  /** Full names of everybody whom the text may name. */
  readonly names: readonly string[];
}

/** All facts of a text. */
export function factsOf(told: ToldText): readonly Fact[] {
  return [
    ...sums(told),
    ...days(told),
    ...counts(told),
    ...deeds(told),
    ...addressed(told),
    ...states(told),
  ];
}

/** Sums of money. A sum of several orders has "Total" or "in total" beside it. */
function sums({ text }: ToldText): readonly Fact[] {
  return linesOf(text).flatMap((line, index, all) => {
    const isTotal = /\bin total\b|\btotal [a-z]/i.test(`${all[index - 1]} ${line}`);
    return [...line.matchAll(/\$([\d,]+(?:\.\d\d)?)/g)]
      .map(([, sum = ""]) => Number(sum.replaceAll(",", "")))
      .filter((sum) => sum > 0 && !isTotal)
      .map((sum) => ({ about: "price", value: sum.toFixed(2), words: line }));
  });
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Days that are still to come, by the subject of their sentence. */
function days({ text }: ToldText): readonly Fact[] {
  const day = new RegExp(
    `\\b(until|due|answer)[: ]+(?:on )?(${months.join("|")}) (\\d{1,2})\\b`,
    "gi",
  );
  return sentencesOf(text).flatMap((sentence) =>
    [...sentence.matchAll(day)].map(([words = "", cue = "", month = "", date = ""]) => ({
      about:
        cue.toLowerCase() === "due"
          ? "day on which the work is due"
          : `last day of ${topicOf(sentence) ?? "the delivery"}`,
      value: `${month} ${Number(date)}`,
      words,
    })),
  );
}

const numbers =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(
    " ",
  );
const number = `\\d+|${numbers.join("|")}`;
const counted = new RegExp(
  `\\b(${number}) ((?:working )?(?:day|hour|minute|question|round)s?)\\b(?! ago)`,
  "gi",
);
const ofDays = /\bday \d+ of (\d+)\b/gi;

const topics = { refund: /refund|paying/i, links: /link/i, questions: /question/i };

function topicOf(sentence: string): string | undefined {
  return Object.entries(topics).find(([, words]) => words.test(sentence))?.[0];
}

/**
 * Numbers of days, hours, minutes, questions and rounds, by the subject of their sentence. Days
 * without a subject are counted from another day, such as "30 days after".
 */
function counts({ text }: ToldText): readonly Fact[] {
  return sentencesOf(text).flatMap((sentence) => {
    const isAnswer = /\banswers?\b/i.test(sentence);
    const topic = topicOf(sentence) ?? (isAnswer ? "answers" : undefined);
    const each = [...sentence.matchAll(counted)].flatMap(([, count = "", unit = ""]) => {
      const units = `${unit.toLowerCase().replace(/s$/, "")}s`;
      const isRelative = topic === undefined && /^(?:day|hour|minute)s$/.test(units);
      const about = `${units} of ${topic ?? "the work"}`;
      return isRelative ? [] : [{ about, value: numberOf(count), words: sentence }];
    });
    const clock = [...sentence.matchAll(ofDays)].map(([, count = ""]) => ({
      about: "working days of the work",
      value: count,
      words: sentence,
    }));
    return [...each, ...clock];
  });
}

function numberOf(count: string): string {
  const index = numbers.indexOf(count.toLowerCase());
  return index < 0 ? count : String(index);
}

/** Who has paid, ordered or accepted, except in conditions such as "after you have accepted". */
function deeds({ text, reader, names }: ToldText): readonly Fact[] {
  const people = ["you", "your company", "a colleague", ...names].join("|");
  const condition = "(?<!\\b(?:after|until|as soon as|when|if|once|before|that) )";
  const did = new RegExp(
    `${condition}\\b(${people}) (?:have |has )?(paid|ordered|accepted)\\b`,
    "gi",
  );
  const doneBy = new RegExp(`\\b(paid|ordered|accepted) by:? (${people})\\b`, "gi");
  const found = [
    ...[...text.matchAll(did)].map(([words, who = "", deed = ""]) => ({ who, deed, words })),
    ...[...text.matchAll(doneBy)].map(([words, deed = "", who = ""]) => ({ who, deed, words })),
    ...[...text.matchAll(/\byour payment (?:of|for|has)\b/gi)].map(([words]) => ({
      who: "you",
      deed: "paid",
      words,
    })),
  ];
  return found.flatMap(({ who, deed, words }) => {
    const value = /^you$/i.test(who) ? reader : who;
    // The owner reads emails to customers as well, in which "you" is the customer.
    return value === "" ? [] : [{ about: `who has ${deed.toLowerCase()}`, value, words }];
  });
}

/** Names with which a text addresses its reader: "Thank you, Ann Field." */
function addressed({ text, reader, names }: ToldText): readonly Fact[] {
  const vocative = new RegExp(
    `(?:Thank you|[a-z] plan(?: is [a-z]+)?), (${names.join("|")})[.,:]`,
    "g",
  );
  return [...text.matchAll(vocative)].map(([words, name = ""]) => ({
    about: `name of ${reader}`,
    value: name,
    words,
  }));
}

/** Claims that a text makes or denies. */
const claims: Readonly<Record<string, { readonly made: RegExp; readonly denied: RegExp }>> = {
  "the work has begun": {
    made: /\bwe (?:are at|are starting|have started) work\b/i,
    denied:
      /\bbefore we start\b|\bthen we begin\b|\bbegin (?:soon|as soon|when)\b|\bstart work (?:as soon|once)\b/i,
  },
  "the order is paid": {
    made: /\b(?:have|has) paid\b|\bpayment\b.* has arrived\b|\bPaid, done\b|\bOrder \d+ is paid\b/i,
    denied:
      /\bnot paid yet\b|\bnothing is charged yet\b|\bnext step is the payment\b|\bthe payment comes before\b|\bPay \$/i,
  },
  "the order is complete": {
    made: /\border \d+ is complete\b|\bdelivery of .* is accepted\b|\bComplete: /i,
    denied: /\bPlease accept the delivery\b|\bAccept the delivery until\b|\bcan accept it\b/i,
  },
};

function states({ text }: ToldText): readonly Fact[] {
  return linesOf(text).flatMap((line) =>
    Object.entries(claims).flatMap(([about, { made, denied }]) => [
      ...(made.test(line) ? [{ about, value: "yes", words: line }] : []),
      ...(denied.test(line) ? [{ about, value: "no", words: line }] : []),
    ]),
  );
}

const linesOf = (text: string) => text.split("\n").filter(Boolean);
const sentencesOf = (text: string) => text.split(/\n|(?<=[.?!]) /).filter(Boolean);

/** The facts about which not all agree, with the sources of each value. */
export function contradictions(
  told: readonly (Fact & { readonly source: string })[],
): readonly string[] {
  const byAbout = Map.groupBy(told, ({ about }) => about);
  return [...byAbout].flatMap(([about, facts]) => {
    const byValue = Map.groupBy(facts, ({ value }) => value);
    if (byValue.size < 2) return [];
    const values = [...byValue].map(
      ([value, [fact]]) => `  ${value}: ${fact?.source}: ${fact?.words}`,
    );
    return [`${about}:\n${values.join("\n")}`];
  });
}
