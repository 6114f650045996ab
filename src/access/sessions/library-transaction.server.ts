import { AsyncLocalStorage } from "node:async_hooks";
import type { Queries, WriteTransaction } from "../../platform/database/database.ts";

const current = new AsyncLocalStorage<WriteTransaction>();

/**
 * The transaction that better-auth is in, for what has to happen together with what it writes.
 * Its hooks do not tell; and on SQLite whoever used another handle there would wait for ever.
 */
export function libraryTransaction(): WriteTransaction | undefined {
  return current.getStore();
}

/** The same handle, whose transactions are known to `libraryTransaction` while they last. */
export function tellingTransactions(database: Queries): Queries {
  return new Proxy(database, {
    get(target, name) {
      if (name === "transaction") return () => tellingTransaction(target);
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

function tellingTransaction(database: Queries) {
  return {
    execute: <T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> =>
      database.transaction().execute((tx) => current.run(tx, () => work(tx))),
  };
}
