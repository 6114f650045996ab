import type { Migration } from "kysely/migration";
import { type AnyDatabase, chunksOf, foldedText } from "./folding.ts";

const searched = ["name", "email", "subject", "message"];

export const migration: Migration = {
  async up(db: AnyDatabase) {
    const columns = ["search_text", ...searched];
    for await (const messages of chunksOf(db, { name: "messages", key: "id", columns })) {
      for (const message of messages) {
        const text = foldedText(searched.map((column) => message[column]).join("\n"));
        if (text === message.search_text) continue;
        await db
          .updateTable("messages")
          .set({ search_text: text })
          .where("id", "=", message.id)
          .execute();
      }
    }
  },
};
