import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/**
 * A certificate authority in memory. It encodes its certificates itself, because Node cannot create
 * certificates.
 */
export interface TestAuthority {
  readonly certificate: string;
  /** A certificate for the names, with its private key. */
  issue(names: readonly string[]): { readonly cert: string; readonly key: string };
}

export function createTestAuthority(commonName = "Village"): TestAuthority {
  const own = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  // One key serves all sites, because generating keys takes longer than signing certificates.
  const site = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const isAuthority = extension("551d13", true, sequence(tag(0x01, Buffer.from([0xff]))));
  const authorityOf = (names: readonly string[]) =>
    extension("551d11", false, sequence(...names.map((name) => tag(0x82, Buffer.from(name)))));
  return {
    certificate: certificateOf(commonName, own.publicKey, commonName, own.privateKey, [
      isAuthority,
    ]),
    issue: (names) => ({
      cert: certificateOf(names[0] ?? "", site.publicKey, commonName, own.privateKey, [
        authorityOf(names),
      ]),
      key: site.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    }),
  };
}

function certificateOf(
  subject: string,
  publicKey: KeyObject,
  issuer: string,
  issuerKey: KeyObject,
  extensions: readonly Buffer[],
): string {
  const algorithm = sequence(oid("2a8648ce3d040302"));
  const serial = createHash("sha256").update(randomBytes(8)).digest().subarray(0, 8);
  serial[0] = 1;
  const body = sequence(
    tag(0xa0, tag(0x02, Buffer.from([2]))),
    tag(0x02, serial),
    algorithm,
    nameOf(issuer),
    sequence(time(Date.now() - 86_400_000), time(Date.now() + 86_400_000)),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    tag(0xa3, sequence(...extensions)),
  );
  const signature = sign("sha256", body, issuerKey);
  const der = sequence(body, algorithm, tag(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

function tag(kind: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([kind, length]), content]);
  const head = length < 256 ? [kind, 0x81, length] : [kind, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

const sequence = (...parts: readonly Buffer[]) => tag(0x30, Buffer.concat(parts));
const oid = (hex: string) => tag(0x06, Buffer.from(hex, "hex"));

function nameOf(commonName: string): Buffer {
  return sequence(tag(0x31, sequence(oid("550403"), tag(0x0c, Buffer.from(commonName)))));
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, "").slice(2, 14);
  return tag(0x17, Buffer.from(`${digits}Z`));
}

function extension(id: string, isCritical: boolean, value: Buffer): Buffer {
  const critical = isCritical ? [tag(0x01, Buffer.from([0xff]))] : [];
  return sequence(oid(id), ...critical, tag(0x04, value));
}
