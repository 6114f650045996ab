import { describe, expect, test } from "vitest";
import { readConfiguration } from "./configuration.ts";
import { StartError } from "./errors.ts";

function faultOf(environment: Record<string, string>): string {
  try {
    readConfiguration(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  }
  return "";
}

test("without settings, the site runs on localhost with simulated payments", () => {
  expect(readConfiguration({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    dataDirectory: "./data",
    databaseUrl: undefined,
    workers: 1,
    firstAdmin: undefined,
    secret: undefined,
    payments: [],
    paypalEnvironment: "live",
    paypalCredentials: undefined,
    stripeKeys: undefined,
    sandboxProtocols: ["standard"],
    sandboxUrl: "http://localhost:3000",
    smtpUrl: undefined,
    mailFrom: undefined,
    allowPrivateMailServer: false,
    trustedProxies: [],
    timeZone: undefined,
    passwordMinLength: 6,
    rateLimitFactor: 1,
    backupDirectory: "data/backups",
    logLevel: "info",
  });
});

test.each(["30m", "24h", "1d"])("BACKUP_EVERY=%s is accepted", (every) => {
  expect(readConfiguration({ BACKUP_EVERY: every }).backupEvery).toBe(every);
});

test("an empty environment variable counts as not set", () => {
  const empty = { PORT: " ", PUBLIC_URL: "", ADMIN_EMAIL: "", SECRET: " ", TRUSTED_PROXIES: "" };
  expect(readConfiguration(empty)).toEqual(readConfiguration({}));
});

describe("Invalid configuration", () => {
  test.each([
    ["PORT", "eighty"],
    ["PORT", "-1"],
    ["PORT", "65536"],
    ["PORT", "80.5"],
    ["PUBLIC_URL", "furrow.example"],
    ["PUBLIC_URL", "ftp://furrow.example"],
    ["PUBLIC_URL", "javascript:alert(1)"],
    ["SANDBOX_URL", "furrow"],
    ["DATABASE_URL", "mysql://localhost/furrow"],
    ["WORKERS", "0"],
    ["WORKERS", "many"],
    ["ADMIN_EMAIL", "nobody"],
    ["SECRET", "too short"],
    ["PAYMENTS", "free"],
    ["PAYPAL_ENVIRONMENT", "test"],
    ["SANDBOX_PROTOCOL", "soap"],
    ["SMTP_URL", "mail.example.com"],
    ["SMTP_URL", "smtp://"],
    ["SMTP_URL", "smtp://:25"],
    ["SMTP_URL", "smtp://user:password@"],
    ["SMTP_URL", "smtp://mail.example.com:0"],
    ["SMTP_URL", "smtp://mail.example.com:70000"],
    ["SMTP_URL", "smtp://mail.example.com:smtp"],
    ["SMTP_URL", "smtps://user:pass/word@mail.example.com"],
    ["SMTP_URL", "smtps://user:25/word@mail.example.com"],
    ["SMTP_URL", "smtps://user:25#word@mail.example.com"],
    ["SMTP_URL", "smtps://user:25?word@mail.example.com"],
    ["SMTP_URL", "smtps://user:100%@mail.example.com"],
    ["MAIL_FROM", "Shop"],
    ["MAIL_FROM", "Shop <shop>"],
    ["MAIL_FROM", "shop@"],
    ["MAIL_FROM", "one@example.com, two@example.com"],
    ["MAIL_FROM", "Shop <shop@example.com"],
    ["TRUSTED_PROXIES", "the proxy"],
    ["TRUSTED_PROXIES", "10.0.0.0/8"],
    ["TIME_ZONE", "Oslo"],
    ["PASSWORD_MIN_LENGTH", "5"],
    ["PASSWORD_MIN_LENGTH", "65"],
    ["RATE_LIMIT_FACTOR", "0"],
    ["RATE_LIMIT_FACTOR", "-1"],
    ["RATE_LIMIT_FACTOR", "fast"],
    ["BACKUP_EVERY", "daily"],
    ["BACKUP_EVERY", "0h"],
    ["BACKUP_KEEP", "0"],
    ["LOG_LEVEL", "loud"],
  ])("%s=%j is refused, and the error names the setting", (name, value) => {
    const sentence = faultOf({ [name]: value });
    expect(sentence).toMatch(new RegExp(`^${name} .+\\.$`));
    expect(sentence.split("\n")).toHaveLength(1);
  });

  test("an ADMIN_EMAIL that is not valid for an account is refused", () => {
    expect(faultOf({ ADMIN_EMAIL: "me@x.io", ADMIN_PASSWORD: "long enough" })).toMatch(
      /^ADMIN_EMAIL /,
    );
  });

  test("several invalid settings are reported at once, one per line", () => {
    const sentences = faultOf({ PORT: "x", TIME_ZONE: "Oslo", LOG_LEVEL: "loud" }).split("\n");
    expect(sentences.map((sentence) => sentence.split(" ")[0])).toEqual([
      "PORT",
      "TIME_ZONE",
      "LOG_LEVEL",
    ]);
  });

  test.each([
    [{ ADMIN_EMAIL: "owner@example.com" }, ["ADMIN_EMAIL", "ADMIN_PASSWORD"]],
    [{ ADMIN_PASSWORD: "long enough" }, ["ADMIN_EMAIL", "ADMIN_PASSWORD"]],
    [{ SMTP_URL: "smtp://127.0.0.1" }, ["MAIL_FROM", "SMTP_URL"]],
    [{ DATABASE_URL: "postgres://localhost/furrow" }, ["SECRET", "DATABASE_URL"]],
    [{ WORKERS: "2" }, ["WORKERS", "DATABASE_URL"]],
  ])("%o is refused, because a related setting is missing", (environment, names) => {
    const sentence = faultOf(environment);
    for (const name of names) expect(sentence).toContain(name);
  });
});

describe("PAYMENTS", () => {
  const account = { STRIPE_SECRET_KEY: "sk_live_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };

  test("can name cards and PayPal beside each other, the first chosen beforehand", () => {
    const read = readConfiguration({ ...account, PAYMENTS: "stripe, paypal-standard" });
    expect(read.payments).toEqual(["stripe", "paypal-standard"]);
    expect(readConfiguration({ SANDBOX_PROTOCOL: "stripe,standard" }).sandboxProtocols).toEqual([
      "stripe",
      "standard",
    ]);
  });

  test.each([
    [{ PAYMENTS: "paypal,paypal-standard" }, "PAYMENTS can name one of"],
    [{ PAYMENTS: "sandbox,stripe", ...account }, "PAYMENTS can name no other provider"],
    [{ PAYMENTS: "stripe," }, "PAYMENTS must be"],
    [{ SANDBOX_PROTOCOL: "standard,rest" }, "SANDBOX_PROTOCOL can name one of"],
    [{ PAYMENTS: "stripe,paypal-standard" }, "STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET"],
  ])("%o is refused", (environment, sentence) => {
    expect(faultOf(environment)).toContain(sentence);
  });
});

describe("PUBLIC_URL", () => {
  test.each(["https://furrow.example", "http://localhost:4000"])(
    "%s requires no PAYMENTS, because the panel decides how customers pay",
    (publicUrl) => {
      expect(readConfiguration({ PUBLIC_URL: publicUrl }).payments).toEqual([]);
      for (const payments of ["sandbox", "paypal-standard"] as const) {
        const read = readConfiguration({ PUBLIC_URL: publicUrl, PAYMENTS: payments });
        expect(read.payments).toEqual([payments]);
      }
    },
  );

  test("is reduced to its origin", () => {
    const given = { PUBLIC_URL: "https://Furrow.example:443/shop/?x#y", PAYMENTS: "sandbox" };
    const { publicUrl, sandboxUrl } = readConfiguration(given);
    expect([publicUrl, sandboxUrl]).toEqual(["https://furrow.example", "https://furrow.example"]);
  });
});

test.each([
  ["smtp://127.0.0.1:2525", "shop@localhost"],
  ["smtp://[::1]", '"Shop, Ltd." <shop@example.com>'],
  ["smtps://shop%40example.com:p%2Fa%23s@mail.example.com:465/", "Shop <shop@example.com>"],
  ["smtp://user:password@mail?tls.rejectUnauthorized=false", "Bücher <bücher@example.com>"],
])("SMTP_URL %s is accepted with MAIL_FROM %s", (smtpUrl, mailFrom) => {
  const read = readConfiguration({ SMTP_URL: smtpUrl, MAIL_FROM: mailFrom });
  expect(read).toMatchObject({ smtpUrl, mailFrom });
});

test("the proxies of TRUSTED_PROXIES are trimmed, and ADMIN_EMAIL is lower-cased", () => {
  const read = readConfiguration({
    PORT: "8080",
    TRUSTED_PROXIES: " 10.0.0.1 , ::1,",
    ADMIN_EMAIL: "Owner@Example.com",
    ADMIN_PASSWORD: " spaces stay ",
    SMTP_URL: "smtps://mail.example.com",
    MAIL_FROM: "Furrow <post@example.com>",
    DATABASE_URL: "postgresql://localhost/furrow",
    SECRET: "x".repeat(32),
    WORKERS: "4",
    TIME_ZONE: "Europe/Oslo",
  });
  expect(read).toMatchObject({
    publicUrl: "http://localhost:8080",
    trustedProxies: ["10.0.0.1", "::1"],
    firstAdmin: { email: "owner@example.com", password: " spaces stay " },
    mailFrom: "Furrow <post@example.com>",
    databaseUrl: "postgresql://localhost/furrow",
    workers: 4,
    timeZone: "Europe/Oslo",
  });
});

describe("The PayPal credentials", () => {
  const account = {
    PAYPAL_CLIENT_ID: "client",
    PAYPAL_CLIENT_SECRET: "secret",
    PAYPAL_WEBHOOK_ID: "webhook",
  };

  test("are read with paypal, for earlier payments also without, and ignored with the sandbox", () => {
    const expected = { clientId: "client", clientSecret: "secret", webhookId: "webhook" };
    for (const PAYMENTS of ["paypal", "paypal-standard"]) {
      expect(readConfiguration({ PAYMENTS, ...account }).paypalCredentials).toEqual(expected);
    }
    const without = readConfiguration({ PAYMENTS: "paypal-standard" });
    expect(without.paypalCredentials).toBeUndefined();
    expect(readConfiguration(account).paypalCredentials).toEqual(expected);
    const inSandbox = readConfiguration({ PAYMENTS: "sandbox", ...account });
    expect(inSandbox.paypalCredentials).toBeUndefined();
  });

  test.each(Object.keys(account))("are refused when %s is missing", (name) => {
    const formerSentence = faultOf({ PAYMENTS: "paypal-standard", ...account, [name]: "" });
    expect(formerSentence).toContain(`${name} must be set when PAYMENTS is paypal, or was`);
    const sentence = faultOf({ PAYMENTS: "paypal", ...account, [name]: "" });
    expect(sentence).toMatch(new RegExp(`^${name} must be set when PAYMENTS is paypal`));
  });
});

describe("FILES_URL", () => {
  test("names a bucket, its server and the key", () => {
    const bucketOf = (FILES_URL: string) => readConfiguration({ FILES_URL }).bucket;
    expect(bucketOf("s3://KEY:se%2Fcr%2Bet@s3.example.com/shop-files")).toEqual({
      origin: "https://s3.example.com",
      name: "shop-files",
      keyId: "KEY",
      secret: "se/cr+et",
      region: undefined,
    });
    expect(bucketOf("s3://KEY:secret@127.0.0.1:9000/shop-files/?http&region=eu-north-1")).toEqual({
      origin: "http://127.0.0.1:9000",
      name: "shop-files",
      keyId: "KEY",
      secret: "secret",
      region: "eu-north-1",
    });
  });

  test.each([
    "https://KEY:topsecret@s3.example.com/files",
    "s3://s3.example.com/files",
    "s3://KEY@s3.example.com/files",
    "s3://KEY:topsecret@s3.example.com",
    "s3://KEY:topsecret@s3.example.com/files/below",
    "s3://KEY:topsecret/x@s3.example.com/files",
    "s3://KEY:topsecret@s3.example.com:0/files",
    "s3://KEY:topsecret@s3.example.com/files?regoin=eu-north-1",
    "s3://KEY:topsecret@s3.example.com/files?region=a/b",
    "s3://KEY:topsecret@s3.example.com/files?http=no",
    "s3://KEY:topsecret%@s3.example.com/files",
  ])("is refused when it is %s, without its secret in the message", (FILES_URL) => {
    const fault = faultOf({ FILES_URL });
    expect(fault).toMatch(/^FILES_URL must (start with s3:|be an address such as s3:)/);
    expect(fault).not.toContain("topsecret");
  });
});
