import { beforeAll, describe, expect, test } from "vitest";
import { scaled } from "./support/time-limits.ts";
import { type PlanText, walkSubscription } from "./support/voice/walk-subscription.ts";

// All that a customer reads before and after paying for a plan that is charged every month: each
// text says what is charged, when, and how to stop it.

/** Texts that the customer reads before paying, in which somebody decides about the payment. */
const beforePaying = [
  ["before", "/pricing/"],
  ["before", "/terms"],
  ["before", "/order-now"],
  ["before", "/order-now, signed in"],
  ["placed", "/pay-now"],
  ["placed", "/my-order"],
  ["placed", "/my-plan"],
  ["placed", "orderPlaced"],
  ["placed", "link of orderPlaced"],
] as const;

/** Texts after the payment, which know the day of the next one. */
const afterPaying = [
  ["paid", "/my-order"],
  ["paid", "/my-plan"],
  ["paid", "paymentReceivedQuestions"],
] as const;

const toStop = /\bcancel/i;
const everyMonth = /\$499\.00 a month|\$499\.00\b[^.]* each further month/;

describe.each(["card", "transfer"] as const)("A monthly plan that is paid by %s", (way) => {
  let texts: readonly PlanText[] = [];
  beforeAll(async () => {
    texts = await walkSubscription(way);
  }, scaled(120_000));

  function textOf(moment: string, source: string): string {
    const found = texts.find((text) => text.moment === moment && text.source === source);
    if (found === undefined) throw new Error(`Nobody reads ${source} at the moment “${moment}”.`);
    return found.text;
  }

  test.each(beforePaying)(
    "says before the payment, %s at %s, what it costs, that it goes on, and how to stop",
    (moment, source) => {
      const text = textOf(moment, source);
      expect(text).toMatch(everyMonth);
      expect(text).toMatch(toStop);
      expect(text).toMatch(/until you cancel|goes on until|each further month/);
    },
  );

  test("says on the cards of the plans that it is charged every month and stops after any", () => {
    for (const source of ["/", "/pricing/"]) {
      expect(textOf("before", source)).toMatch(
        /Premium\n\$499\.00 a month[\s\S]*Stop after any month/,
      );
    }
  });

  test("says how later months are paid wherever somebody pays", () => {
    const words = {
      card: "Stripe charges $499.00 by itself at the start of each further month.",
      transfer: "comes 7 days before each further month. Nothing is charged by itself.",
    };
    for (const [moment, source] of [
      ["before", "/order-now"],
      ["placed", "/pay-now"],
      ["placed", "link of orderPlaced"],
    ] as const) {
      expect(textOf(moment, source), source).toContain(words[way]);
    }
  });

  test("names no provider at which nobody can pay", () => {
    const others = { card: "PayPal", transfer: "Stripe" };
    for (const { moment, source, text } of texts) {
      if (source !== "/terms") expect(text, `${moment} ${source}`).not.toContain(others[way]);
    }
  });

  test.each(afterPaying)(
    "names, %s at %s, the next payment, its way, and how to stop",
    (moment, source) => {
      const text = textOf(moment, source);
      expect(text).toMatch(/\$499\.00 on [A-Z][a-z]{2} \d+, \d{4}/);
      expect(text).toMatch(way === "card" ? /Stripe charges/ : /link (that we email you|to pay)/);
      expect(text).toMatch(toStop);
    },
  );

  test("names the next payment on the dashboard and after the payment", () => {
    const next = /Next payment:?\s*\$499\.00 on /;
    expect(textOf("paid", "/dashboard")).toMatch(next);
    expect(textOf("paid", "/received-payment")).toMatch(next);
  });

  test("shows a customer no word of a machine", () => {
    for (const { moment, source, text } of texts) {
      expect(text, `${moment} ${source}`).not.toMatch(
        /\b(evt|sub|cs_test)_|undefined|\bNaN\b|\[object/,
      );
    }
  });
});

test("a coupon for three payments is told everywhere with what follows it", async () => {
  const texts = await walkSubscription("card", 3);
  const of = (moment: string, source: string) =>
    texts.find((text) => text.moment === moment && text.source === source)?.text ?? "";
  const charges =
    "Stripe charges $399.20 by itself at the start of each of the next 2 months, and $499.00 by itself at the start of each further month.";
  for (const [moment, source] of [
    ["before", "/order-now"],
    ["before", "/order-now, signed in"],
    ["placed", "/pay-now"],
    ["placed", "link of orderPlaced"],
  ] as const) {
    expect(of(moment, source), source).toContain(charges);
    expect(of(moment, source), source).toContain("Coupon SPRING20, for the first 3 months");
  }
  expect(of("placed", "orderPlaced")).toContain(
    "$399.20 for each of the next 2 months, and $499.00 for each further month",
  );
  const all = "$399.20 for the first 3 months, then $499.00 a month";
  expect(of("placed", "/my-plan")).toContain(all);
  expect(of("paid", "paymentReceivedQuestions")).toContain(all);
  expect(of("paid", "/my-plan")).toContain("$399.20 for the next 2 months, then $499.00 a month");
  expect(of("paid", "/my-plan")).toMatch(/\$399\.20 on [A-Z][a-z]{2} \d+/);
});

test("the order of the next month says which days it is for and what follows", async () => {
  const texts = await walkSubscription("transfer");
  const of = (source: string) =>
    texts.find((text) => text.moment === "next month" && text.source === source)?.text ?? "";
  for (const source of ["/pay-now", "link of cycleToPay"]) {
    expect(of(source), source).toMatch(/\$499\.00 (?:for|on) [A-Z][a-z]{2} \d/);
    expect(of(source), source).not.toContain("first month");
  }
  expect(of("/pay-now")).toMatch(/Then\s+\$499\.00 on .* Nothing is charged by itself\./);
  expect(of("cycleToPay")).toMatch(/Period:[\s\S]*Pay by:/);
});
