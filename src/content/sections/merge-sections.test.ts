import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeSections } from "./merge-sections.ts";
import { originalKind, type Section, sectionsIn, sectionsText } from "./section.ts";

const section = (id: string, text = id, isHidden?: true): Section => ({
  id,
  kind: "quote",
  ...(isHidden && { isHidden }),
  values: { text, author: "Ann" },
});
const list = (...sections: readonly Section[]) => sectionsText(sections);
const [a, b, c, d] = ["a", "b", "c", "d"].map((id) => section(id)) as [
  Section,
  Section,
  Section,
  Section,
];
const idsIn = (text: string | undefined) => sectionsIn(text ?? "").map(({ id }) => id);

test("two people who change different sections, or different values of one, both keep their changes", () => {
  const other = { ...b, values: { ...b.values, author: "Bob" } };
  const merged = mergeSections({
    base: list(a, b),
    yours: list(section("a", "changed"), section("b", "mine")),
    theirs: list(a, other),
  });
  expect(merged?.conflicts).toEqual([]);
  expect(sectionsIn(merged?.merged ?? "").map(({ values }) => values)).toEqual([
    { text: "changed", author: "Ann" },
    { text: "mine", author: "Bob" },
  ]);
});

test("two different texts of one value are a conflict that names the value, and both lists can be had", () => {
  const merged = mergeSections({
    base: list(a, b),
    yours: list(section("a", "mine"), b),
    theirs: list(section("a", "theirs"), b, c),
  });
  expect(merged?.conflicts).toEqual([
    { id: "a", kind: "quote", name: "text", yours: "mine", theirs: "theirs" },
  ]);
  expect(merged?.merged).toBe(list(section("a", "mine"), b, c));
  expect(merged?.withTheirs).toBe(list(section("a", "theirs"), b, c));
});

test("one person moves a section, the other adds one and hides one", () => {
  const merged = mergeSections({
    base: list(a, b, c),
    yours: list(c, a, b),
    theirs: list(a, section("b", "b", true), d, c),
  });
  expect(idsIn(merged?.merged)).toEqual(["c", "a", "b", "d"]);
  expect(sectionsIn(merged?.merged ?? "").filter(({ isHidden }) => isHidden)).toHaveLength(1);
});

test("a section that one person deletes goes, unless the other has changed it", () => {
  const edits = { base: list(a, b), yours: list(a), theirs: list(a, b, c) };
  expect(idsIn(mergeSections(edits)?.merged)).toEqual(["a", "c"]);
  const changed = { ...edits, theirs: list(a, section("b", "changed")) };
  expect(idsIn(mergeSections(changed)?.merged)).toEqual(["a", "b"]);
});

test("two people who first change a page that came with sections both keep their changes", () => {
  const original = (id: string, isHidden?: true): Section => ({
    id,
    kind: originalKind,
    ...(isHidden && { isHidden }),
    values: {},
  });
  const originals = ["x", "y", "z"];
  const merged = mergeSections(
    {
      base: "",
      yours: list(original("z"), original("x"), original("y")),
      theirs: list(original("x"), original("y", true), original("z")),
    },
    originals,
  );
  expect(merged?.conflicts).toEqual([]);
  expect(sectionsIn(merged?.merged ?? "")).toEqual([
    original("z"),
    original("x"),
    original("y", true),
  ]);
  const unchanged = list(original("x"), original("y"), original("z"));
  const back = mergeSections({ base: list(a), yours: unchanged, theirs: "" }, originals);
  expect(back?.merged).toBe("");
});

test("a text that is no list of sections is left to the merge of whole fields", () => {
  expect(mergeSections({ base: "", yours: list(a), theirs: "{" })).toBeUndefined();
  expect(mergeSections({ base: "", yours: list(a), theirs: list(b, b) })).toBeUndefined();
});

const anyEdits = fc.array(
  fc.record({
    what: fc.constantFrom("add", "delete", "hide", "type", "move"),
    at: fc.nat(8),
    to: fc.nat(8),
    text: fc.constantFrom("one", "two", "three"),
  }),
  { maxLength: 5 },
);

type AnyEdit = Readonly<Record<"what" | "text", string> & Record<"at" | "to", number>>;

/** A list after some edits as a person makes them. */
function edited(
  sections: readonly Section[],
  edits: readonly AnyEdit[],
  name: string,
): readonly Section[] {
  let list = [...sections];
  for (const [index, { what, at, to, text }] of edits.entries()) {
    const place = at % (list.length + 1);
    const here = list[place];
    if (what === "add") list.splice(place, 0, section(`${name}${index}`, `${name} ${text}`));
    else if (here === undefined) continue;
    else if (what === "delete") list.splice(place, 1);
    else if (what === "hide") list[place] = { ...here, isHidden: here.isHidden ? undefined : true };
    else if (what === "type") {
      list[place] = { ...here, values: { ...here.values, text: `${name} ${text}` } };
    } else {
      list = list.filter((each) => each !== here);
      list.splice(to % (list.length + 1), 0, here);
    }
  }
  return list;
}

/** The list in one spelling. */
const clean = (text: string | undefined) => JSON.stringify(sectionsIn(text ?? ""));
const textOf = (sections: readonly Section[], id: string) =>
  sections.find((each) => each.id === id)?.values.text;

test("any two edits lose no section and no text that one of them typed", () => {
  fc.assert(
    fc.property(fc.nat(5), anyEdits, anyEdits, (count, yourEdits, theirEdits) => {
      const before = Array.from({ length: count }, (_, index) => section(`s${index}`));
      const mine = edited(before, yourEdits, "m");
      const other = edited(before, theirEdits, "o");
      const [base, yours, theirs] = [list(...before), list(...mine), list(...other)];
      const merged = mergeSections({ base, yours, theirs });
      const result = sectionsIn(merged?.merged ?? "");
      const withTheirs = sectionsIn(merged?.withTheirs ?? "");
      const ids = result.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const typed = (sections: readonly Section[]) =>
        sections.filter(({ id, values }) => textOf(before, id) !== values.text);
      for (const { id, values } of typed(mine)) expect(textOf(result, id)).toBe(values.text);
      for (const { id, values } of typed(other)) {
        const isConflict = merged?.conflicts.some((each) => each.id === id);
        expect(textOf(isConflict ? withTheirs : result, id)).toBe(values.text);
      }
    }),
    { numRuns: 2000 },
  );
});

test("an edit beside no edit, and the same edit twice, is the edit itself", () => {
  fc.assert(
    fc.property(fc.nat(5), anyEdits, (count, edits) => {
      const before = Array.from({ length: count }, (_, index) => section(`s${index}`));
      const [base, yours] = [list(...before), list(...edited(before, edits, "m"))];
      for (const both of [
        { base, yours, theirs: base },
        { base, yours: base, theirs: yours },
        { base, yours, theirs: yours },
      ]) {
        const merged = mergeSections(both);
        expect([clean(merged?.merged), merged?.conflicts]).toEqual([clean(yours), []]);
      }
    }),
    { numRuns: 1000 },
  );
});
