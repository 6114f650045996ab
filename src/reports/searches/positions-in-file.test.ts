import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { positionsInFile } from "./positions-in-file.ts";

const file = (name: string, text: string) => ({ name, bytes: strToU8(text) });
const german =
  '\ufeffHäufigste Suchanfragen,Klicks,Impressionen,CTR,Position\r\npflaumenbaum pflanzen,3,128,"2,34 %","4,25"\r\nobsthof,40,90,"44,44 %",1\r\nsehr weit hinten,0,3,0 %,"134,5"\r\n';

test("positions are read from the zip of Search Console in the owner's language, with its days", async () => {
  const zip = zipSync({
    "Suchanfragen.csv": strToU8(german),
    "Seiten.csv": strToU8(
      'Die häufigsten Seiten,Klicks,Impressionen,CTR,Position\nhttps://obst.example/,43,221,"19,46 %","3,1"\n',
    ),
    "Länder.csv": strToU8(
      'Land,Klicks,Impressionen,CTR,Position\nDeutschland,43,221,"19,46 %","3,1"\n',
    ),
    "Diagramm.csv": strToU8(
      'Datum,Klicks,Impressionen,CTR,Position\n2026-11-01,20,100,20 %,"3,1"\n2026-11-30,23,121,19 %,"3,1"\n',
    ),
  });
  expect(await positionsInFile({ name: "export.zip", bytes: zip })).toEqual({
    firstDay: "2026-11-01",
    lastDay: "2026-11-30",
    lines: [
      { search: "obsthof", position: "1" },
      { search: "pflaumenbaum pflanzen", position: "4.3" },
      { search: "sehr weit hinten", position: ">100" },
    ],
  });
});

test.each([
  [
    "Queries.csv",
    "Top queries,Clicks,Impressions,CTR,Position\nplum trees,25,300,8.33%,7.46\n",
    [{ search: "plum trees", position: "7.5" }],
  ],
  [
    "Abfragen.csv",
    "Abfrage;Klicks;Impressionen;CTR;Position\npflaume;2;1.050;0,19%;12,04\n",
    [{ search: "pflaume", position: "12" }],
  ],
])("positions are read from %s alone, without days", async (name, text, lines) => {
  expect(await positionsInFile(file(name, text))).toEqual({ firstDay: "", lastDay: "", lines });
});

test.each([
  ["Notes.csv", "Day,Weather\n2026-11-01,rain\n", "no table of searches"],
  ["Queries.csv", "Top queries,Clicks,Impressions,CTR\nplum,1,4,25%\n", "no positions of searches"],
  ["export.pdf", "%PDF-1.7", "no table of searches"],
])("%s without positions is refused with a sentence", async (name, text, words) => {
  await expect(positionsInFile(file(name, text))).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining(words),
  });
});
