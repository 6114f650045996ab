import { beforeAll, expect, test } from "vitest";
import { scaled } from "./support/time-limits.ts";
import { contradictions, type Fact, factsOf } from "./support/voice/facts.ts";
import { people, type ReadText, walkPurchase } from "./support/voice/walk-purchase.ts";

// All pages and emails of a purchase, as its buyer, a colleague and the owner read them. The facts
// are taken from the texts by their form, so a new text is compared as well.

let texts: readonly ReadText[] = [];
beforeAll(async () => {
  texts = (await walkPurchase()).texts;
}, scaled(120_000));

const names = Object.values(people).flatMap(({ name }) => name || []);

type Told = Fact & { readonly source: string };

/** Facts of all texts, by the moment and the order that they are about. */
function toldIn(read: readonly ReadText[]): ReadonlyMap<string, readonly Told[]> {
  const told = read.flatMap(({ moment, reader, source, order, text }) => {
    const own = people[reader].name;
    const facts = factsOf({ text, reader: own, names });
    // A list names several orders after the next month is ordered.
    const kept = order === null && moment === "next month" ? [] : facts;
    return kept.map((fact) => ({
      ...fact,
      moment: order === null || moment !== "next month" ? moment : `${moment}, order ${order}`,
      source: `${reader} ${source}`,
    }));
  });
  const account = Object.values(people).flatMap(({ name }) =>
    name ? [{ about: `name of ${name}`, value: name, words: name, source: "account" }] : [],
  );
  return new Map(
    [...Map.groupBy(told, ({ moment }) => moment)].map(([moment, all]) => [
      moment,
      [...account, ...all],
    ]),
  );
}

const faultsIn = (read: readonly ReadText[]) =>
  [...toldIn(read)].flatMap(([moment, told]) =>
    contradictions(told).map((fault) => `${moment}: ${fault}`),
  );

test("no sentence of a purchase contradicts another", () => {
  expect(faultsIn(texts)).toEqual([]);
});

test("a purchase has at most two emails for its buyer, and one for a colleague", () => {
  const emails = (moment: string, reader: ReadText["reader"]) =>
    texts.flatMap((text) =>
      text.moment === moment && text.reader === reader && !text.source.startsWith("/")
        ? text.source
        : [],
    );
  expect(emails("paid", "Ada")).toEqual(["paymentReceivedQuestions"]);
  expect(emails("paid", "Pia")).toEqual(["colleaguePaidQuestions"]);
  expect(emails("next month", "Ada")).toEqual(["paymentReceived"]);
  expect(emails("next month", "Pia")).toEqual(["colleaguePaid"]);
});

/** Changes in one text: the words that are found, what replaces them, and what then disagrees. */
test.each<[moment: string, source: string, found: RegExp, now: string, about: string]>([
  ["placed", "orderPlaced", /\$299\.00/, "$249.00", "price"],
  ["placed", "/pay-now/", /\$299\.00/, "$249.00", "price"],
  ["placed", "/pay-now/", /15 working days/, "ten working days", "working days of the work"],
  ["placed", "/dashboard", /one working day/, "two working days", "working days of answers"],
  [
    "paid",
    "paymentReceivedQuestions",
    /Answer (\d+) questions/,
    "Answer 99 questions",
    "questions of",
  ],
  ["paid", "colleaguePaidQuestions", /Ada Field has paid/, "You have paid", "who has paid"],
  ["paid", "/received-payment/", /You Have Paid/, "Pia Barley has paid", "who has paid"],
  [
    "paid",
    "paymentReceivedQuestions",
    /Before we start work/,
    "We are starting work",
    "work has begun",
  ],
  ["paid", "colleaguePaidQuestions", /Pia Barley\./, "Ada Field.", "name of Pia Barley"],
  ["answered", "/dashboard", /due (\w+ \d+)/, "due Jan 31", "day on which the work is due"],
  [
    "delivered",
    "orderDelivered",
    /Dec \d+|Jan \d+|[A-Z][a-z]{2} \d+(?=, 20)/,
    "Feb 28",
    "last day of",
  ],
  ["accepted", "orderComplete", /is complete/, "waits: Please accept the delivery", "is complete"],
  ["next month", "colleaguePaid", /\$299\.00/, "$298.00", "price"],
])("at the moment “%s”, another text in %s is noticed: %s", (moment, source, found, now, about) => {
  const index = texts.findIndex(
    (text) => text.moment === moment && text.source.startsWith(source) && found.test(text.text),
  );
  expect(index).toBeGreaterThanOrEqual(0);
  const altered = texts.map((text, at) =>
    at === index ? { ...text, text: text.text.replace(found, now) } : text,
  );
  expect(faultsIn(altered).join("\n")).toContain(about);
});
