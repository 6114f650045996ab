import type { InstallationStatus } from "#maintenance/status/read-status.ts";

const empty = { count: 0, oldestAt: null };

const hour = 60 * 60 * 1000;
const at = Date.UTC(2026, 10, 20, 12);

/** Status of an installation without problems. */
export const status: InstallationStatus = {
  at,
  version: "0.1.0",
  nodeVersion: "26.10.0",
  upMs: 3_600_000,
  memory: { usedBytes: 150e6, mostBytes: 2e9 },
  database: {
    engine: "SQLite",
    version: "3.50.4",
    bytes: 4e6,
    migrations: 40,
    isFull: false,
    damagedFile: null,
  },
  queues: {
    mail: empty,
    "failed-mail": empty,
    notifications: empty,
    reviews: empty,
    refunds: empty,
    "given-up-refunds": empty,
    pictures: empty,
    "failed-pictures": empty,
  },
  clockAheadMs: 0,
  givenUpRefunds: [],
  mailServer: "ready",
  waysToPay: { mode: "live", names: ["Stripe", "PayPal"] },
  unreadablePasswords: 0,
  unusablePasskeys: [],
  files: { database: { count: 3, bytes: 12e6 }, bucket: { count: 0, bytes: 0 } },
  hasBucket: false,
  leftDemonstrations: 0,
  incomingMail: { kind: "none" },
  disk: { freeBytes: 50e9, totalBytes: 100e9 },
  backups: {
    copies: null,
    everyMs: 24 * hour,
    keep: 7,
    directory: "/srv/furrow/backups",
    lastGood: { at: at - hour, file: "furrow.db", bytes: 1 },
    failure: null,
    files: [],
  },
};
