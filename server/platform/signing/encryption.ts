import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "../config";
import { KeyUnusable, writeOnce } from "./keyFolder";
import { keysFolder } from "./signer";

const algorithm = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts short texts for the database, with a key that is not in the database. */
export type Encryption = {
  /** `owner` is the row that the text belongs to; in another row it cannot be decrypted. */
  encrypt(text: string, owner: string): string;
  /** Returns null if the text was encrypted with another key or for another owner. */
  decrypt(encrypted: string, owner: string): string | null;
};

/**
 * Returns the encryption of the settings. It reads `encryption.key` of KEYS_DIRECTORY at its
 * first use, and makes the key if the file is missing. Its functions throw KeyUnusable.
 */
export function createEncryption(
  config: Pick<Config, "keysDirectory" | "dataDirectory">,
): Encryption {
  let opened: Buffer | null = null;
  const key = () => (opened ??= openKey(keysFolder(config)));
  return {
    encrypt: (text, owner) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key(), nonce);
      cipher.setAAD(Buffer.from(owner));
      const content = [cipher.update(text, "utf8"), cipher.final()];
      return Buffer.concat([nonce, ...content, cipher.getAuthTag()]).toString(
        "base64url",
      );
    },
    decrypt: (encrypted, owner) => {
      const bytes = Buffer.from(encrypted, "base64url");
      if (bytes.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv(
        algorithm,
        key(),
        bytes.subarray(0, nonceBytes),
        { authTagLength: tagBytes },
      );
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      const content = bytes.subarray(nonceBytes, -tagBytes);
      try {
        return (
          decipher.update(content, undefined, "utf8") + decipher.final("utf8")
        );
      } catch {
        return null;
      }
    },
  };
}

/** Returns the key of a folder; without a folder a key that ends with the program. */
function openKey(folder: string | null): Buffer {
  if (folder === null) return randomBytes(keyBytes);
  const file = path.join(folder, "encryption.key");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeOnce(file, `${randomBytes(keyBytes).toString("base64")}\n`, 0o600);
    const key = Buffer.from(readFileSync(file, "utf8").trim(), "base64");
    if (key.length !== keyBytes) throw new Error("it does not have 32 bytes");
    return key;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new KeyUnusable(
      `The encryption key ${file} cannot be used: ${reason}`,
      { cause: error },
    );
  }
}
