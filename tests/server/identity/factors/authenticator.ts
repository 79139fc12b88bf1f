import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
} from "node:crypto";

/** How a simulated device misbehaves. */
export type Faults = {
  origin?: string;
  rpId?: string;
  /** The device did not check its owner. */
  isUnverified?: boolean;
  /** The count of uses that it reports. */
  counter?: number;
  userHandle?: string;
};

const sha256 = (data: string | Buffer) =>
  createHash("sha256").update(data).digest();

/** CBOR of a byte string. */
function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]);
  return Buffer.concat([head, bytes]);
}

const cborText = (text: string) =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** Returns a simulated device with one passkey, which signs with ES256 as a browser sends it. */
export function createAuthenticator(site: { origin: string; rpId: string }) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  let handle = "";

  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge,
        origin: faults.origin ?? site.origin,
        crossOrigin: false,
      }),
    );
  const authData = (faults: Faults, attested?: Buffer) => {
    const isVerified = faults.isUnverified ? 0 : 4;
    const flags = 1 | isVerified | (attested ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(faults.counter ?? 0);
    return Buffer.concat([
      sha256(faults.rpId ?? site.rpId),
      Buffer.from([flags]),
      counter,
      attested ?? Buffer.alloc(0),
    ]);
  };
  const credential = {
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
  };

  return {
    /** Makes the passkey; answers the options of the server. */
    create(
      options: { challenge: string; user: { id: string } },
      faults: Faults = {},
    ) {
      handle = options.user.id;
      const cose = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        cborBytes(Buffer.from(x, "base64url")),
        Buffer.from([0x22]),
        cborBytes(Buffer.from(y, "base64url")),
      ]);
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cose,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText("fmt"),
        cborText("none"),
        cborText("attStmt"),
        Buffer.from([0xa0]),
        cborText("authData"),
        cborBytes(authData(faults, attested)),
      ]);
      const client = clientData("webauthn.create", options.challenge, faults);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString("base64url"),
          attestationObject: attestation.toString("base64url"),
        },
      };
    },
    /** Uses the passkey; answers the challenge of the server. */
    get(options: { challenge: string }, faults: Faults = {}) {
      const client = clientData("webauthn.get", options.challenge, faults);
      const data = authData(faults);
      const signed = Buffer.concat([data, sha256(client)]);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", signed, privateKey).toString("base64url"),
          userHandle: faults.userHandle ?? handle,
        },
      };
    },
  };
}
