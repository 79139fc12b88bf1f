import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

/** A key of KEYS_DIRECTORY cannot be used. The message is for the operator. */
export class KeyUnusable extends Error {}

/** Returns the id of a public key: the first 16 hexadecimal digits of its SHA-256. */
export const keyIdOf = (key: KeyObject): string =>
  createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest("hex")
    .slice(0, 16);

const privateFile = (folder: string) => path.join(folder, "signing.pem");
const publicFolder = (folder: string) => path.join(folder, "public");

/**
 * Returns the private key of the folder. Makes the key at the first call; servers that
 * start together get the same key. Throws KeyUnusable for a file that contains no
 * Ed25519 key, and for a folder that cannot be read or written.
 */
export function openPrivateKey(folder: string): KeyObject {
  const file = privateFile(folder);
  try {
    mkdirSync(publicFolder(folder), { recursive: true, mode: 0o700 });
    writeOnce(file, newPrivateKey(), 0o600);
    const key = createPrivateKey(readFileSync(file));
    assertEd25519(key);
    const shown = createPublicKey(key);
    const publicFile = path.join(publicFolder(folder), `${keyIdOf(shown)}.pem`);
    writeOnce(publicFile, pemOf(shown), 0o644);
    return key;
  } catch (error) {
    throw new KeyUnusable(
      `The signing key ${file} cannot be used: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

/** Returns whether other users of the machine can read the private key. */
export const isReadByOthers = (folder: string): boolean =>
  process.platform !== "win32" &&
  (statSync(privateFile(folder)).mode & 0o077) !== 0;

/**
 * Returns the public keys of the folder by their ids. A file that contains no Ed25519
 * key is left out, and the name of a file does not matter.
 */
export function readPublicKeys(folder: string): Map<string, KeyObject> {
  const keys = new Map<string, KeyObject>();
  for (const name of namesIn(publicFolder(folder)).toSorted()) {
    if (!name.endsWith(".pem")) continue;
    const key = publicKeyIn(path.join(publicFolder(folder), name));
    if (key) keys.set(keyIdOf(key), key);
  }
  return keys;
}

export const pemOf = (key: KeyObject): string =>
  key.export({ type: "spki", format: "pem" }).toString();

export const newKeyPair = () => generateKeyPairSync("ed25519");

const newPrivateKey = (): string =>
  newKeyPair().privateKey.export({ type: "pkcs8", format: "pem" }).toString();

function assertEd25519(key: KeyObject): void {
  if (key.asymmetricKeyType !== "ed25519")
    throw new Error("it is no Ed25519 key");
}

function publicKeyIn(file: string): KeyObject | null {
  try {
    const key = createPublicKey(readFileSync(file));
    assertEd25519(key);
    return key;
  } catch {
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Writes a file unless it exists. Nobody ever reads half of the file. */
export function writeOnce(file: string, text: string, mode: number): void {
  const unfinished = `${file}.${process.pid}.new`;
  writeFileSync(unfinished, text, { mode });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
