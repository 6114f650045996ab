import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

interface PasskeyOptions {
  readonly host: string;
  readonly origin: string;
}

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();
const base64 = (bytes: Buffer) => bytes.toString("base64url");

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

/** A byte string in CBOR, of 24 to 255 bytes. */
function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
}

/** A short text in CBOR. */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

/**
 * A passkey that tests can use without a browser. Each call says whether the device has verified
 * its user.
 */
export function createSoftwarePasskey({ host, origin }: PasskeyOptions) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  // COSE key: kty EC2, alg ES256, crv P-256, x, y.
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, "base64url")),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, "base64url")),
  ]);
  const authenticatorData = (flags: number, isVerified: boolean) =>
    Buffer.concat([
      sha256(host),
      Buffer.from([flags | userPresent | (isVerified ? userVerified : 0), 0, 0, 0, 0]),
    ]);
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = (response: object) => ({
    id: base64(id),
    rawId: base64(id),
    type: "public-key",
    response,
    clientExtensionResults: {},
  });
  return {
    /** What a browser sends after the server's options for a new passkey. */
    create({ challenge }: { readonly challenge: string }, isVerified = true) {
      const authData = Buffer.concat([
        authenticatorData(hasCredential, isVerified),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText("fmt"),
        cborText("none"),
        cborText("attStmt"),
        Buffer.from([0xa0]),
        cborText("authData"),
        cborBytes(authData),
      ]);
      return credential({
        clientDataJSON: base64(clientData("webauthn.create", challenge)),
        attestationObject: base64(attestation),
        transports: ["internal"],
      });
    },
    /** What a browser sends after the server's options for a sign-in with a passkey. */
    get({ challenge }: { readonly challenge: string }, isVerified = true) {
      const data = clientData("webauthn.get", challenge);
      const authData = authenticatorData(0, isVerified);
      const signed = Buffer.concat([authData, sha256(data)]);
      return credential({
        clientDataJSON: base64(data),
        authenticatorData: base64(authData),
        signature: base64(createSign("sha256").update(signed).sign(privateKey)),
      });
    },
  };
}
