import { describe, expect, it } from "vitest";
import type { SaveUserReply } from "../../../generated/schemas";
import { signIn, testApp } from "../../support/app";
import { hasPostgres } from "../../support/postgres";
import { untilBlocked } from "../../support/untilBlocked";

const test = await testApp();
const { cookies } = await signIn(test, "admin");
const { database } = test.context;

const user = { fullName: "Maria Costa", role: "client", level: "standard" };

describe.skipIf(!hasPostgres)("an e-mail that another edit takes", () => {
  it("is refused beside its field, also at the same moment", async () => {
    const email = "maria@example.com";
    const added = await test.call({
      method: "POST",
      url: "/api/users",
      payload: { ...user, email },
      cookies,
    });
    const { detail, version } = added.json<SaveUserReply>();
    let changing: ReturnType<typeof test.call> | undefined;
    await database.kysely.transaction().execute(async (trx) => {
      await trx
        .updateTable("users")
        .set({ email: "wanted@example.com", email_key: "wanted@example.com" })
        .where("email_key", "=", "client@seriba.test")
        .execute();
      changing = test.call({
        method: "PUT",
        url: `/api/users/${detail.id}`,
        payload: { ...user, email: "Wanted@example.com" },
        headers: { "if-match": `"${version}"` },
        cookies,
      });
      await untilBlocked(database);
    });
    const reply = await changing;
    expect(reply?.statusCode).toBe(422);
    expect(reply?.json()).toMatchObject({
      messageCode: "email_taken",
      errors: { email: ["Another user has this e-mail address"] },
    });
  });
});
