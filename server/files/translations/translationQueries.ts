import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Language } from "../../../domain/limits";
import { inTransaction } from "../../platform/database";
import type { Context } from "../../workspace/context";

/** The job that has the pictures translated. */
export const translateJobName = "translate-sheets";

export type Asked = { address: string; language: Language };

/** Returns the id of a picture, by its address. */
const pictureOf = (address: string): string =>
  createHash("sha256").update(address).digest("base64url");

/** Returns the key of a translated picture in the storage of files. */
export const storageKey = ({ address, language }: Asked): string =>
  `sheet-${pictureOf(address)}-${language}`;

/** The key of a row's picture in the storage of files. */
export const translationKey = sql<string>`'sheet-' || picture || '-' || language`;

/**
 * Requests the translation of a picture once for everybody, and returns its state. A
 * failure is returned once; the next request starts again.
 */
export const requestTranslation = (
  { database, clock, jobs }: Pick<Context, "database" | "clock" | "jobs">,
  { address, language }: Asked,
): Promise<"waiting" | "done" | "failed"> =>
  inTransaction(database, async (trx) => {
    const picture = pictureOf(address);
    const added = await trx
      .insertInto("sheet_translations")
      .values({
        picture,
        language,
        address,
        state: "waiting",
        due_at: clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("state")
      .executeTakeFirst();
    if (added) {
      await jobs.enqueue(trx, translateJobName);
      return added.state;
    }
    const failed = await trx
      .deleteFrom("sheet_translations")
      .where("picture", "=", picture)
      .where("language", "=", language)
      .where("state", "=", "failed")
      .returning("state")
      .executeTakeFirst();
    if (failed) return failed.state;
    const found = await trx
      .selectFrom("sheet_translations")
      .select("state")
      .where("picture", "=", picture)
      .where("language", "=", language)
      .executeTakeFirst();
    return found?.state ?? "waiting";
  });

/** Returns the media type of a translated picture, or null before it is translated. */
export async function findTranslatedType(
  { kysely }: Context["database"],
  { address, language }: Asked,
): Promise<string | null> {
  const found = await kysely
    .selectFrom("sheet_translations")
    .select("type")
    .where("picture", "=", pictureOf(address))
    .where("language", "=", language)
    .executeTakeFirst();
  return found?.type ?? null;
}

/** Notes the outcome of a call for a claimed picture. */
export async function finishTranslation(
  { kysely }: Context["database"],
  { address, language }: Asked,
  outcome:
    | { state: "done"; type: string }
    | { state: "failed" }
    | { state: "waiting"; due_at: Date; attempts: number },
): Promise<void> {
  await kysely
    .updateTable("sheet_translations")
    .set(outcome)
    .where("picture", "=", pictureOf(address))
    .where("language", "=", language)
    .execute();
}
