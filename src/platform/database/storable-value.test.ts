import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { preparedQuery } from "./prepared-query.ts";

const texts = ["a\u0000b", "\u0000", "a\ud800", "\udc00b", "\ud83c\udf3e\u0000\udbff"];
const stored = (text: string) => text.toWellFormed().replaceAll("\0", "\ufffd");

describeOnEachDatabase("A text that a database cannot hold", (openDatabase) => {
  test("is stored with a replacement, and found by itself but by no other text", async () => {
    const { read, write } = await openDatabase();
    for (const text of texts) {
      await write((tx) =>
        tx
          .insertInto("messages")
          .values({
            id: text,
            name: text,
            email: text,
            number: text,
            subject: text,
            message: text,
            status: "UnRead",
            received_at: 0,
            search_text: text,
            deleted_at: null,
          })
          .execute(),
      );
      const found = (id: string) =>
        read.selectFrom("messages").select(["id", "message"]).where("id", "=", id).execute();
      expect(await found(text)).toEqual([{ id: stored(text), message: stored(text) }]);
      expect(await found(text.replaceAll("\0", ""))).toHaveLength(text.includes("\0") ? 0 : 1);
    }
    const all = await read.selectFrom("messages").select("id").where("id", "in", texts).execute();
    expect(all).toHaveLength(texts.length);
  });

  test("fails no statement: a template, a prepared query, a search, an update, a deletion", async () => {
    const { read, write } = await openDatabase();
    const prepared = preparedQuery((queries, { id }: { id: string }) =>
      queries.selectFrom("messages").select("id").where("id", "=", id).compile(),
    );
    for (const text of texts) {
      expect(await prepared(read, { id: text })).toEqual([]);
      const { rows } = await sql<{ text: string }>`select cast(${text} as text) as text`.execute(
        read,
      );
      expect(rows).toEqual([{ text: stored(text) }]);
      const like = read.selectFrom("messages").select("id").where("message", "like", `%${text}%`);
      expect(await like.execute()).toEqual([]);
      await write(async (tx) => {
        await tx.updateTable("messages").set({ message: text }).where("id", "=", text).execute();
        await tx.deleteFrom("messages").where("id", "=", text).execute();
      });
    }
  });
});
