import { createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import path from "node:path";
import type { Config } from "../config";
import {
  isReadByOthers,
  keyIdOf,
  newKeyPair,
  openPrivateKey,
  pemOf,
  readPublicKeys,
} from "./keyFolder";

/** Result of the check of a signature. */
type SignatureCheck = "genuine" | "forged" | "unknownKey";

/** Signs texts, and checks signatures of present and former keys. */
export type Signer = {
  /** The id of the key that signs. */
  keyId(): string;
  /** Returns the Ed25519 signature of the text in UTF-8, as base64url. */
  sign(text: string): string;
  /** Former keys count as long as their public key is in the folder. */
  check(signed: {
    keyId: string;
    text: string;
    signature: string;
  }): SignatureCheck;
  publicKeys(): { id: string; pem: string }[];
};

/** Anyone can ask for a check, so the folder is not read for each one. */
const freshMs = 1_000;

type KeyConfig = Pick<
  Config,
  "keysDirectory" | "dataDirectory" | "databaseUrl"
>;

/** Returns the folder of the keys; null if they end with the program. */
export function keysFolder({
  keysDirectory,
  dataDirectory,
}: Pick<Config, "keysDirectory" | "dataDirectory">): string | null {
  if (keysDirectory === ":memory:") return null;
  if (keysDirectory !== "") return path.resolve(keysDirectory);
  return dataDirectory === ":memory:" ? null : path.join(dataDirectory, "keys");
}

/**
 * Returns the signer of the settings. It reads the private key at its first use, and
 * makes the key if there is none. Its functions throw KeyUnusable.
 */
export function createSigner(
  config: KeyConfig,
  log: { warn(message: string): void },
): Signer {
  const folder = keysFolder(config);
  let opened: { privateKey: KeyObject; keyId: string } | null = null;
  const open = () => {
    if (opened) return opened;
    const privateKey =
      folder === null ? newKeyPair().privateKey : openPrivateKey(folder);
    if (folder !== null && isReadByOthers(folder))
      log.warn(
        "other users of this machine can read the signing key: set the mode of signing.pem to 600",
      );
    if (config.databaseUrl !== "" && config.keysDirectory === "")
      log.warn(
        "other servers of this database do not have the signing key: set KEYS_DIRECTORY",
      );
    opened = { privateKey, keyId: keyIdOf(createPublicKey(privateKey)) };
    return opened;
  };
  let read: { keys: Map<string, KeyObject>; at: number } | null = null;
  /** Read again and again, because the operator or another server may add a key. */
  const publicKeys = (): Map<string, KeyObject> => {
    if (read && performance.now() - read.at < freshMs) return read.keys;
    const { privateKey, keyId } = open();
    const kept = folder === null ? [] : readPublicKeys(folder);
    const keys = new Map([...kept, [keyId, createPublicKey(privateKey)]]);
    read = { keys, at: performance.now() };
    return keys;
  };
  return {
    keyId: () => open().keyId,
    sign: (text) =>
      sign(null, Buffer.from(text), open().privateKey).toString("base64url"),
    check: (signed) => checkSignature(publicKeys(), signed),
    publicKeys: () =>
      [...publicKeys()].map(([id, key]) => ({ id, pem: pemOf(key) })),
  };
}

/** Checks a signature by the public key that it names. */
export function checkSignature(
  keys: ReadonlyMap<string, KeyObject>,
  {
    keyId,
    text,
    signature,
  }: { keyId: string; text: string; signature: string },
): SignatureCheck {
  const key = keys.get(keyId);
  if (!key) return "unknownKey";
  const bytes = Buffer.from(signature, "base64url");
  return verify(null, Buffer.from(text), key, bytes) ? "genuine" : "forged";
}
