import { spawnSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { formatYen } from "../../../domain/money";
import { changeBid } from "../../../server/bidding/changeBid";
import { placeBid } from "../../../server/bidding/placeBid";
import { findReceipt } from "../../../server/bidding/receipt/findReceipt";
import { receiptText } from "../../../server/bidding/receipt/receiptText";
import { writeReceipt } from "../../../server/bidding/receipt/writeReceipt";
import type { ReceiptKeysReply } from "../../../generated/schemas";
import { performCommand } from "../../../server/command";
import { verifyCommand } from "../../../server/verifyCommand";
import { createSigner } from "../../../server/platform/signing";
import { signIn, testApp } from "../../support/app";
import { addClient, addLot, bidOn, noon } from "./support";

const folder = mkdtempSync(path.join(tmpdir(), "seriba-keys-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const server = await testApp({
  now: noon,
  environment: { KEYS_DIRECTORY: folder },
});
// Reads the key that the server has made.
const signer = createSigner(server.context.config, server.context.log);
const { context, ids } = server;
const { database } = context;
const userId = ids["client1@dealer.seriba.test"] ?? "";
const client = { viewer: await addClient(database), fullName: "Oleg Sidorov" };
client.viewer.userId = userId;

let bidId = "";

beforeAll(async () => {
  const { result } = await placeBid(context, {
    client,
    body: bidOn(await addLot(database)),
    key: null,
  });
  ({ bidId } = result);
});

async function ask(
  who: Parameters<typeof signIn>[1],
  query: Record<string, string>,
  method: "GET" | "HEAD" = "GET",
) {
  const { cookies } = await signIn(server, who);
  return server.call({ method, url: "/api/bid/receipt", query, cookies });
}

/** Returns the facts of the receipt by their labels. */
async function paperOf() {
  const { page } = await writeReceipt(
    { ...context, signer },
    { viewer: client.viewer, bidId },
  );
  const [text = "", signature = ""] = page.facts
    .filter(({ isCode }) => isCode)
    .map(({ value }) => value);
  return { text, signature };
}

const check = (body: { text: string; signature: string }) =>
  server.call({ method: "POST", url: "/api/receipts/verify", payload: body });

/** Returns whether OpenSSL accepts the signature. */
function isAcceptedByOpenssl(
  pem: string,
  { text, signature }: { text: string; signature: string },
): boolean {
  const signed = mkdtempSync(path.join(tmpdir(), "seriba-receipt-"));
  const files = { pem, text, signature: Buffer.from(signature, "base64url") };
  const fileOf = (name: string) => path.join(signed, name);
  for (const [name, content] of Object.entries(files))
    writeFileSync(fileOf(name), content);
  const { status } = spawnSync("openssl", [
    ...["pkeyutl", "-verify", "-pubin", "-inkey", fileOf("pem"), "-rawin"],
    ...["-in", fileOf("text"), "-sigfile", fileOf("signature")],
  ]);
  rmSync(signed, { recursive: true });
  return status === 0;
}

describe("the signature of a receipt", () => {
  it("is of the documented text of the log entry", () => {
    const text = receiptText(
      {
        entryId: "7",
        bidId: "1042",
        userId: "12",
        lotKind: "car",
        lotId: "99",
        amount: 200_000,
        at: new Date(noon),
      },
      "0123456789abcdef",
    );
    expect(text).toBe(
      "seriba-bid-receipt=2;entry=7;bid=1042;client=12;lot=car:99;yen=200000;time=2026-11-20T03:00:00.000Z;key=0123456789abcdef",
    );
  });

  it("stays the same when the bid is changed or its lot moves", async () => {
    const before = await findReceipt(database.kysely, { userId, bidId });
    await changeBid(context, {
      actor: client,
      bidId,
      values: { bidAmount: 250_000 },
      key: null,
    });
    await database.kysely
      .updateTable("bids")
      .set({ lot_area: "stats" })
      .where("id", "=", bidId)
      .execute();
    const after = await findReceipt(database.kysely, { userId, bidId });
    expect(before).toMatchObject({ amount: 200_000, lotKind: "car" });
    expect(after).toEqual(before);
  });

  it("is accepted by OpenSSL with the public key of the portal", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const keys = (
      await server.call({ url: "/api/receipts/keys" })
    ).json<ReceiptKeysReply>().keys;
    const foreign = publicKey.export({ type: "spki", format: "pem" });
    const text = "seriba";
    const own = sign(null, Buffer.from(text), privateKey);
    const signed = { text, signature: own.toString("base64url") };
    expect(isAcceptedByOpenssl(foreign.toString(), signed)).toBe(true);
    expect(keys).toHaveLength(1);
    const paper = await paperOf();
    expect(isAcceptedByOpenssl(keys[0]?.pem ?? "", paper)).toBe(true);
    expect(isAcceptedByOpenssl(foreign.toString(), paper)).toBe(false);
    const forged = { ...paper, text: paper.text.replace("yen=2", "yen=3") };
    expect(isAcceptedByOpenssl(keys[0]?.pem ?? "", forged)).toBe(false);
  });
});

describe("GET /bid/receipt", () => {
  it.each(["client1@dealer", "dealer", "manager", "admin"] as const)(
    "sends the PDF to %s",
    async (who) => {
      const reply = await ask(who, { bidId, timeZone: "Europe/Moscow" });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers["content-type"]).toBe("application/pdf");
      expect(reply.headers["content-disposition"]).toMatch(
        new RegExp(`^attachment; filename="receipt-${bidId}-\\d+\\.pdf"$`),
      );
      expect(reply.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    },
  );

  it.each(["client", "client2@dealer"] as const)(
    "answers %s like for an unknown bid",
    async (who) => {
      const query = { timeZone: "Nowhere/Zone" };
      const foreign = await ask(who, { ...query, bidId });
      const unknown = await ask(who, { ...query, bidId: "999999" });
      expect(foreign.statusCode).toBe(404);
      expect(foreign.json<{ messageCode: string }>().messageCode).toBe(
        unknown.json<{ messageCode: string }>().messageCode,
      );
    },
  );

  it("waits with lists and archives for one of the same eight places", async () => {
    const { exports: slots } = server.app.downloads;
    const others = Array.from({ length: 8 }, (_, index) =>
      slots.take(`other ${index}`),
    );
    const { cookies } = await signIn(server, "dealer");
    const url = "/api/auction/listing/export?format=csv";
    const list = () => server.call({ url, cookies });
    const receipt = () => ask("dealer", { bidId, timeZone: "Asia/Tokyo" });
    expect((await list()).statusCode).toBe(503);
    expect((await receipt()).statusCode).toBe(503);
    for (const release of others) release();
    expect((await list()).statusCode).toBe(200);
    expect((await receipt()).statusCode).toBe(200);
  });

  it("refuses an unknown time zone", async () => {
    const reply = await ask("dealer", { bidId, timeZone: "Nowhere/Zone" });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toHaveProperty("errors.timeZone");
  });

  it("answers HEAD without drawing", async () => {
    const drawing = vi.spyOn(server.app.downloads.exports, "take");
    const reply = await ask("client1@dealer", { bidId }, "HEAD");
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload).toHaveLength(0);
    expect(drawing).not.toHaveBeenCalled();
    await ask("client1@dealer", { bidId });
    expect(drawing).toHaveBeenCalledOnce();
  });

  it("is in the client's language, with Japan time and the reader's time", async () => {
    await database.kysely
      .updateTable("users")
      .set({ language_id: 693 })
      .where("id", "=", userId)
      .execute();
    const entry = await database.kysely
      .selectFrom("bid_log")
      .innerJoin("bids", "bids.id", "bid_log.bid_id")
      .select(["bid_log.id", "bids.lot_id"])
      .where("bid_id", "=", bidId)
      .where("event", "=", "placed")
      .executeTakeFirstOrThrow();
    // As docs/architecture.md describes it.
    const text =
      `seriba-bid-receipt=2;entry=${entry.id};bid=${bidId};client=${userId}` +
      `;lot=car:${entry.lot_id};yen=200000;time=2026-11-20T03:00:00.000Z` +
      `;key=${signer.keyId()}`;
    const { page } = await writeReceipt(
      { ...context, signer },
      { viewer: client.viewer, bidId, timeZone: "Europe/Moscow" },
    );
    const values = page.facts.map(({ value }) => value);
    expect(page.title).toBe("Квитанция о ставке");
    expect(page.subtitle).toContain(`${bidId}-${entry.id}`);
    expect(values).toContain(formatYen(200_000));
    expect(values).toContain(text);
    expect(values).toContainEqual(
      expect.stringMatching(/20 ноября 2026.*12:00:00/),
    );
    expect(values).toContainEqual(
      expect.stringMatching(/20 ноября 2026.*06:00:00/),
    );
  });
});

describe("npm run verify", () => {
  const verify = async (content: string, environment = {}) => {
    const copied = mkdtempSync(path.join(tmpdir(), "seriba-copied-"));
    const file = path.join(copied, "paper.txt");
    writeFileSync(file, content);
    const outcome = await performCommand(verifyCommand, [file], {
      KEYS_DIRECTORY: folder,
      ...environment,
    });
    rmSync(copied, { recursive: true });
    return outcome;
  };

  it("accepts the text of a receipt or mail, with the public key alone", async () => {
    const { text, signature } = await paperOf();
    for (const copied of [
      `${text}\n${signature}\n`,
      `Bid receipt\nSigned text ${text.replace("client", "\nclient")}\nSignature (Ed25519)\n${signature}\nThis bid was accepted`,
      `Подписанный текст: ${text}\nПодпись: ${signature}\nПроверить: …`,
    ]) {
      const { code, output } = await verify(copied);
      expect(output).toMatch(new RegExp(`^Genuine: receipt ${bidId}-\\d+, `));
      expect(code).toBe(0);
    }
  });

  it("names a file that cannot be read", async () => {
    const environment = { KEYS_DIRECTORY: folder };
    const { code, errors } = await performCommand(
      verifyCommand,
      ["/no/such/file"],
      environment,
    );
    expect([code, errors]).toEqual([1, "/no/such/file cannot be read\n"]);
  });

  it("refuses a changed text, another text and an unknown key", async () => {
    const { text, signature } = await paperOf();
    const changed = text.replace("yen=2", "yen=1");
    const other = mkdtempSync(path.join(tmpdir(), "seriba-other-"));
    const outcomes = await Promise.all([
      verify(`${changed} ${signature}`),
      verify("A letter"),
      verify(`${text} ${signature}`, { KEYS_DIRECTORY: other }),
    ]);
    rmSync(other, { recursive: true });
    expect(outcomes.map(({ code, output }) => [code, output])).toEqual([
      [1, ""],
      [1, ""],
      [1, ""],
    ]);
    const words = outcomes.map(({ errors }) => errors.slice(0, 11));
    expect(words).toEqual(["Not genuine", "Not genuine", "Not checked"]);
  });
});

describe("POST /receipts/verify", () => {
  it("accepts the paper of a bid without an account, however it is copied", async () => {
    const { text, signature } = await paperOf();
    const reply = await check({
      text: ` ${text.replaceAll(";", ";\n ")}`,
      signature: `${signature.slice(0, 40)}\r\n${signature.slice(40)}`,
    });
    expect(reply.json()).toMatchObject({
      result: "genuine",
      isLogged: true,
      receipt: {
        client: userId,
        yen: 200_000,
        time: "2026-11-20T12:00:00+09:00",
      },
    });
  });

  it("refuses any other text or signature, and says nothing more", async () => {
    const paper = await paperOf();
    const reply = (body: typeof paper) =>
      check(body).then((sent): unknown => sent.json());
    const refusal = { success: true, result: "forged" };
    await fc.assert(
      fc.asyncProperty(
        fc.nat(paper.text.length - 1),
        fc.constantFrom(...Array.from("0123456789;=:abcdexyzTZ-.")),
        async (at, letter) => {
          fc.pre(paper.text[at] !== letter);
          const text =
            paper.text.slice(0, at) + letter + paper.text.slice(at + 1);
          const isKey = at > paper.text.length - 17;
          const found = await reply({ ...paper, text });
          if (isKey && /[0-9a-f]/.test(letter))
            expect(found).toEqual({ success: true, result: "unknownKey" });
          else expect(found).toEqual(refusal);
        },
      ),
      { numRuns: 60 },
    );
    const bytes = Buffer.from(paper.signature, "base64url");
    for (let bit = 0; bit < 512; bit += 37) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(
        changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)),
        bit >> 3,
      );
      const signature = changed.toString("base64url");
      expect(await reply({ ...paper, signature })).toEqual(refusal);
    }
  });

  it("refuses a text that a foreign key has signed under the id of ours", async () => {
    const { text } = await paperOf();
    const { privateKey } = generateKeyPairSync("ed25519");
    const signature = sign(null, Buffer.from(text), privateKey);
    const reply = await check({
      text,
      signature: signature.toString("base64url"),
    });
    expect(reply.json()).toEqual({ success: true, result: "forged" });
  });

  it("says if the log no longer has what is on the paper", async () => {
    const paper = await paperOf();
    for (const [field, other] of [
      [/entry=\d+/, "entry=9"],
      ["yen=200000", "yen=300000"],
      ["03:00:00.000Z", "03:00:00.001Z"],
    ] as const) {
      const text = paper.text.replace(field, other);
      const reply = await check({ text, signature: signer.sign(text) });
      expect(reply.json()).toMatchObject({
        result: "genuine",
        isLogged: false,
      });
    }
    await database.kysely
      .updateTable("bids")
      .set({ lot_id: "424242" })
      .where("id", "=", bidId)
      .execute();
    const reply = await check(paper);
    expect(reply.json()).toMatchObject({ result: "genuine", isLogged: false });
  });
});
