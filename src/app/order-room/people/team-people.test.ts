import { expect, test } from "vitest";
import { teamPerson } from "./team-people.server.ts";

const records = [
  {
    _id: "1",
    teamMemberImg: "/pictures/portrait-6.webp",
    teamMemberName: "Ottilie Brandt",
    teamMemberTitle: "Founder",
  },
];
const seen = (name: string) => teamPerson(name, { records, teamName: "Furrow" });

test("a person of the team has the picture and the title of the team record of that name", () => {
  const picture = "/pictures/portrait-6.webp";
  expect(seen(" ottilie  brandt ")).toMatchObject({ picture, jobTitle: "Founder" });
  expect(seen("Kenji Mori")).toEqual({ name: "Kenji Mori", picture: "", jobTitle: "" });
});

test("a pattern is no portrait", () => {
  const [record] = records;
  const plain = record && [{ ...record, teamMemberImg: "/patterns/rings-small.svg" }];
  const person = teamPerson("Ottilie Brandt", { records: plain ?? [], teamName: "Furrow" });
  expect(person).toMatchObject({ picture: "", jobTitle: "Founder" });
});

test("a person of the team without a name, or with an address as the name, is the business", () => {
  const business = { name: "Furrow", picture: "", jobTitle: "" };
  expect(seen("")).toEqual(business);
  expect(seen("ottilie@example.com")).toEqual(business);
});
