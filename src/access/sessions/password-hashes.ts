import { AsyncLocalStorage } from "node:async_hooks";
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { createConcurrencyLimit } from "#platform/concurrency-limit.ts";
import { AppError } from "#platform/errors.ts";

/**
 * Memory and passes for one hash. A high cost slows down guessing by somebody who has stolen the
 * hashes.
 */
export interface HashCost {
  readonly memoryKiB: number;
  readonly passes: number;
}

/**
 * argon2id with 19 MiB, two passes and one lane, as OWASP's Password Storage Cheat Sheet
 * recommends.
 */
export const usualHashCost: HashCost = { memoryKiB: 19_456, passes: 2 };

/** Hashes are in the PHC string format, which contains the parameters. */
export interface PasswordHashes {
  hash(password: string): Promise<string>;
  verify(kept: { readonly hash: string; readonly password: string }): Promise<boolean>;
  isOutdated(hash: string): boolean;
  /** Runs `work`; `prepare` has an effect only within `work`. */
  preparing<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Computes a hash in advance, so that `hash` returns at once inside a transaction for which other
   * writes wait.
   */
  prepare(password: string): Promise<void>;
}

interface Prepared {
  password: string | null;
  hash: string;
}

const keyBytes = 32;
const phcForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/;

/**
 * Limits how many hashes run at once, because each hash occupies a processor and one of the few
 * threads in Node's pool, which other work needs, too. Throws "unavailable" when too many wait.
 */
export function createPasswordHashes(cost: HashCost = usualHashCost): PasswordHashes {
  const inTurn = createConcurrencyLimit({
    atOnce: Math.max(1, Math.min(3, availableParallelism() - 1)),
    waiting: 40,
    refusal: () =>
      new AppError(
        "unavailable",
        "Too many people are signing in right now. Try again in a moment.",
      ),
  });
  const prepared = new AsyncLocalStorage<Prepared>();
  const parameters = `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=1$`;
  async function hashInTurn(password: string): Promise<string> {
    const salt = randomBytes(16);
    const key = await inTurn(() => derive(password, salt, cost));
    return `${parameters}${unpadded(salt)}$${unpadded(key)}`;
  }
  return {
    async hash(password) {
      const ahead = prepared.getStore();
      return ahead?.password === password ? ahead.hash : hashInTurn(password);
    },
    async verify({ hash, password }) {
      const phc = phcForm.exec(hash);
      // Accounts from before argon2id have scrypt hashes in better-auth's format.
      if (phc === null) {
        const { verifyPassword } = await import("better-auth/crypto");
        return inTurn(() => verifyPassword({ hash, password }));
      }
      const [, memoryKiB, passes, salt = "", key = ""] = phc;
      const kept = { memoryKiB: Number(memoryKiB), passes: Number(passes) };
      const saltBytes = Buffer.from(salt, "base64");
      const derived = await inTurn(() => derive(password, saltBytes, kept));
      return timingSafeEqual(derived, Buffer.from(key, "base64"));
    },
    isOutdated: (hash) => !hash.startsWith(parameters),
    preparing: (work) => prepared.run({ password: null, hash: "" }, work),
    async prepare(password) {
      const ahead = prepared.getStore();
      if (ahead !== undefined) Object.assign(ahead, { password, hash: await hashInTurn(password) });
    },
  };
}

function derive(password: string, nonce: Buffer, { memoryKiB, passes }: HashCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2(
      "argon2id",
      {
        // Keyboards encode one character in several ways, such as é as one or two code points.
        message: password.normalize("NFKC"),
        nonce,
        memory: memoryKiB,
        passes,
        parallelism: 1,
        tagLength: keyBytes,
      },
      (error, key) => (error === null ? resolve(key) : reject(error)),
    );
  });
}

const unpadded = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
