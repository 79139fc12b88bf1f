import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { generateKeyPairSync } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSigner, KeyUnusable } from "../../../../server/platform/signing";

let folder = "";
const warnings: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "seriba-signer-"));
  warnings.length = 0;
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const open = (more = {}) =>
  createSigner(
    {
      keysDirectory: folder,
      dataDirectory: ":memory:",
      databaseUrl: "",
      ...more,
    },
    { warn: (message) => warnings.push(message) },
  );
const file = () => path.join(folder, "signing.pem");

const signed = (signer: ReturnType<typeof open>, text = "a bid") => ({
  keyId: signer.keyId(),
  text,
  signature: signer.sign(text),
});

describe("the key that signs", () => {
  it("is made once, for the owner of the program alone, and kept", () => {
    const first = open();
    const id = first.keyId();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).toSorted()).toEqual(["public", "signing.pem"]);
    expect(readdirSync(path.join(folder, "public"))).toEqual([`${id}.pem`]);
    expect(open().keyId()).toBe(id);
    expect(open().check(signed(first))).toBe("genuine");
    expect(warnings).toEqual([]);
  });

  it("can be replaced, and signatures of the former key stay genuine", () => {
    const former = signed(open());
    rmSync(file());
    const present = open();
    expect(present.keyId()).not.toBe(former.keyId);
    expect(present.check(former)).toBe("genuine");
    expect(present.publicKeys().map(({ id }) => id)).toEqual(
      expect.arrayContaining([former.keyId, present.keyId()]),
    );
  });

  it("is trusted by a running server as soon as another one has made it", () => {
    const running = open();
    running.keyId();
    rmSync(file());
    const other = signed(open());
    expect(running.check(other)).toBe("genuine");
  });

  it("is unknown once its public key is removed", () => {
    const former = signed(open());
    rmSync(file());
    rmSync(path.join(folder, "public"), { recursive: true });
    expect(open().check(former)).toBe("unknownKey");
  });

  it("is found by its content, whatever the name of its file", () => {
    const former = signed(open());
    const kept = path.join(folder, "public", `${former.keyId}.pem`);
    rmSync(file());
    const other = open();
    const trusted = path.join(folder, "public", `${other.keyId()}.pem`);
    // An attacker who swaps names gains nothing.
    renameSync(kept, `${kept}.tmp`);
    renameSync(trusted, kept);
    renameSync(`${kept}.tmp`, trusted);
    expect(other.check(former)).toBe("genuine");
    expect(other.check({ ...former, keyId: other.keyId() })).toBe("forged");
  });

  it("is refused if the file has another kind of key, or none", () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" });
    for (const content of [pem.toString(), "no key"]) {
      writeFileSync(file(), content);
      expect(() => open().keyId()).toThrow(KeyUnusable);
      expect(readFileSync(file(), "utf8")).toBe(content);
    }
  });

  it("warns if others can read the key, and if other servers do not have it", () => {
    open().keyId();
    chmodSync(file(), 0o644);
    open().keyId();
    expect(warnings).toEqual([expect.stringContaining("600")]);
    warnings.length = 0;
    const databaseUrl = "postgresql://localhost/x";
    open({ keysDirectory: "", dataDirectory: folder, databaseUrl }).keyId();
    expect(warnings).toEqual([expect.stringContaining("KEYS_DIRECTORY")]);
  });
});
