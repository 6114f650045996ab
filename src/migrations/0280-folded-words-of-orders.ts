import type { Migration } from "kysely/migration";
import { type AnyDatabase, betweenWords, chunksOf, foldedText } from "./folding.ts";

const searched = ["customer_name", "customer_email", "package_name", "company_name"];

export const migration: Migration = {
  async up(db: AnyDatabase) {
    await db.deleteFrom("order_words").execute();
    const columns = ["placed_at", ...searched];
    for await (const orders of chunksOf(db, { name: "orders", key: "number", columns })) {
      for (const order of orders) {
        const { number, placed_at } = order;
        const name = foldedText(order.customer_name ?? "").replaceAll(/\s+/g, " ");
        await db
          .updateTable("orders")
          .set({ name_key: firstCharacters(name.trim()) })
          .where("number", "=", number)
          .execute();
        const words = wordsOf(searched.map((column) => order[column]).join(" "));
        if (words.length === 0) continue;
        await db
          .insertInto("order_words")
          .values(words.map((word) => ({ word, placed_at, number })))
          .execute();
      }
    }
  },
};

function wordsOf(text: string): string[] {
  const words = foldedText(text).split(betweenWords).map(firstCharacters);
  return [...new Set(words)].filter((word) => word !== "").slice(0, 32);
}

/** Counts characters, not UTF-16 units, so that no character is cut in half. */
function firstCharacters(text: string): string {
  return [...text].slice(0, 40).join("");
}
