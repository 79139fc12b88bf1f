import { readFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { openDatabase, type Database } from "../../../server/platform/database";
import { folderStorage } from "../../../server/platform/storage";
import { silentLog } from "../../support/memoryLog";

/** The settings that say where database and files are. */
export type Place = { DATABASE_URL: string; DATA_DIRECTORY: string };

export const openPlace = (place: Place) =>
  openDatabase({
    url: place.DATABASE_URL,
    dataDirectory: place.DATA_DIRECTORY,
    log: silentLog,
  });

const key = "22222222-2222-4222-8222-222222222222";
const missingKey = "11111111-1111-4111-8111-111111111111";
export const previewKey = "preview-of-a-shared-lot";
const picture = "picture-of-an-auction-sheet";
const translatedKey = `sheet-${picture}-ru`;
/** The keys of the files that are stored. */
export const keys = [key, previewKey, translatedKey];
const bytesOf = (ofKey: string) => `%PDF-1.7 the bytes of ${ofKey}`;
const storageOf = (place: Place) =>
  folderStorage(path.join(place.DATA_DIRECTORY, "files"));

/** Adds a user with files of each kind, and a published edit of a list. */
export async function fill(place: Place): Promise<void> {
  const database = await openPlace(place);
  const { kysely } = database;
  const at = new Date("2026-11-20T01:00:00Z");
  const user = await kysely
    .insertInto("users")
    .values({
      email: "owner@example.com",
      email_key: "owner@example.com",
      password_hash: "",
      full_name: "Owner",
      user_type: 2,
      user_level: 1064,
      role_id: 1064,
      permissions: "{}",
      bid_email_notify: true,
      created_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const file = {
    owner_id: user.id,
    name: "invoice.pdf",
    type: "application/pdf",
    size: bytesOf(key).length,
    started_at: at,
    stored_at: at,
  };
  await kysely
    .insertInto("files")
    .values([
      // Its bytes are missing, as if it was removed while the backup was made.
      { ...file, key: missingKey, name: "removed.pdf" },
      { ...file, key },
    ])
    .execute();
  const expires_at = new Date("2099-01-01T00:00:00Z");
  await kysely
    .insertInto("lot_shares")
    .values({
      id: "link",
      sharer_id: user.id,
      kind: "car",
      lot_id: "1",
      code: "123456",
      expires_at,
      image_key: previewKey,
    })
    .execute();
  await kysely
    .insertInto("sheet_translations")
    .values({
      picture,
      language: "ru",
      address: "https://sheets.example.com/1.jpg",
      state: "done",
      due_at: at,
    })
    .execute();
  await kysely
    .insertInto("sessions")
    .values({
      user_id: user.id,
      family_hash: "family",
      refresh_hash: "refresh",
      created_at: at,
      expires_at,
    })
    .execute();
  await kysely
    .insertInto("link_tokens")
    .values(
      ["set-password", "stop-bid-mails"].map((purpose) => ({
        user_id: user.id,
        hash: purpose,
        purpose,
        expires_at,
      })),
    )
    .execute();
  const mail = { user_id: user.id, kind: "alerts", data: "{}", created_at: at };
  await kysely
    .insertInto("outbox")
    .values([
      { ...mail, state: "waiting", due_at: at },
      { ...mail, state: "sent", sent_at: at },
    ])
    .execute();
  const edit = { resource: "freight", author_name: "Owner" };
  const { id } = await kysely
    .insertInto("workspace_changes")
    .values({
      ...edit,
      kind: "publish",
      at,
      reason: "a test",
      before: "{}",
      after: "{}",
      widened: "[]",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const document = await readFile("resources/freight.json", "utf8");
  await kysely
    .insertInto("workspace_overlays")
    .values({
      resource: "freight",
      base: document,
      target: document.replace('"icon": "payments"', '"icon": "tag"'),
      version: id,
    })
    .execute();
  await database.close();
  for (const ofKey of keys)
    await storageOf(place).write(ofKey, one(Buffer.from(bytesOf(ofKey))));
}

async function* one(buffer: Buffer) {
  yield buffer;
}

/** Returns the states of the mails. */
export async function mailsOf({ kysely }: Pick<Database, "kysely">) {
  const mails = kysely.selectFrom("outbox").select("state").orderBy("id");
  return (await mails.execute()).map(({ state }) => state);
}

/** Returns what a restore must bring back. */
export async function contentOf(place: Place) {
  const database = await openPlace(place);
  const { kysely } = database;
  const files = await kysely
    .selectFrom("files")
    .innerJoin("users", "users.id", "files.owner_id")
    .select(["files.name", "files.key", "users.email"])
    .orderBy("files.id")
    .execute();
  const sessions = await kysely.selectFrom("sessions").select("id").execute();
  const links = await kysely
    .selectFrom("link_tokens")
    .select("purpose")
    .execute();
  const edits = await kysely
    .selectFrom("workspace_overlays")
    .select(["resource", "target"])
    .execute();
  const mails = await mailsOf(database);
  await database.close();
  const stored = [];
  for (const ofKey of keys) {
    const bytes = await storageOf(place).read(ofKey);
    stored.push(bytes && (await text(bytes)));
  }
  return {
    files,
    sessions,
    links: links.map(({ purpose }) => purpose),
    mails,
    edits: edits.map(({ resource, target }) => [resource, target["icon"]]),
    stored,
  };
}

/** The content that a restore brings back. */
export const expected = {
  files: [
    { name: "removed.pdf", key: missingKey, email: "owner@example.com" },
    { name: "invoice.pdf", key, email: "owner@example.com" },
  ],
  // Sessions and links that were used since must not be valid again.
  sessions: [],
  links: ["stop-bid-mails"],
  // They may have been sent after the backup.
  mails: ["held", "sent"],
  edits: [["freight", "tag"]],
  stored: keys.map(bytesOf),
};
