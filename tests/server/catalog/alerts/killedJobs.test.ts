import { afterAll, describe, expect, it } from "vitest";
import { writeLots } from "../../../../server/catalog";
import { seedDemoAccounts } from "../../../support/demoAccounts";
import {
  inTransaction,
  openDatabase,
} from "../../../../server/platform/database";
import { programDatabase } from "../../../support/database";
import { readMessage, startMailServer } from "../../../support/mailServer";
import { silentLog } from "../../../support/memoryLog";
import { hasPostgres } from "../../../support/postgres";
import {
  programFile,
  startProgram,
  type RunningProgram,
} from "../../../support/program";
import { startJobs } from "../../../support/startJobs";
import { carLot } from "../support/catalogApp";
import { eventually } from "../../../support/eventually";

/** A client with a daily search and one lot that the client has not seen. */
async function databaseWithNewLot() {
  const settings = await programDatabase();
  const database = await openDatabase({
    url: settings.DATABASE_URL,
    dataDirectory: ":memory:",
    log: silentLog,
  });
  afterAll(() => database.close());
  const now = new Date("2026-11-18T10:00:00+09:00");
  const ids = await seedDemoAccounts({ database, clock: { now: () => now } });
  await database.kysely
    .insertInto("saved_searches")
    .values({
      user_id: ids["client@seriba.test"] ?? "",
      title: "My Toyotas",
      type: "auction",
      params: "",
      created_at: now,
      notify: "daily",
    })
    .execute();
  await inTransaction(database, (trx) =>
    writeLots(trx, "auction", [carLot("new")]),
  );
  return { settings, database };
}

describe.skipIf(!hasPostgres)(
  "a program that is killed between two steps",
  () => {
    it.each([
      ["before the mail server has the mail", "connect", 1],
      // SMTP has no way to take a mail and note that in one step.
      ["before it notes that the mail server has the mail", "taken", 2],
    ] as const)(
      "sends the daily mail at the next start: %s",
      async (_name, step, mostMails) => {
        const { settings, database } = await databaseWithNewLot();
        let program: RunningProgram | undefined;
        const mailServer = await startMailServer({
          onStep: async (reached) => {
            if (reached !== step || !program) return;
            program.process.kill("SIGKILL");
            await program.ended;
            program = undefined;
          },
        });
        afterAll(() => mailServer.close());
        const environment = {
          ...settings,
          NODE_ENV: "test",
          LOG_LEVEL: "silent",
          MAIL_URL: mailServer.url,
          MAIL_FROM: "Seriba <noreply@seriba.test>",
          PUBLIC_URL: "https://seriba.test",
          HEAD_MAILS: "off",
        };
        program = startProgram(
          { ...environment, TIME: "2026-11-19T07:00:00+09:00" },
          { script: programFile("jobProgram") },
        );
        expect(await program.ended).toBeNull();
        const { kysely } = database;
        const stateOf = () =>
          kysely.selectFrom("outbox").select(["state", "attempts"]).execute();
        expect(await stateOf()).toEqual([{ state: "waiting", attempts: 1 }]);
        const lots = () =>
          kysely.selectFrom("deliveries").selectAll().execute();
        expect(await lots()).toHaveLength(1);

        const jobs = await startJobs(environment, "2026-11-19T07:11:00+09:00");
        await eventually(async () => {
          expect(await stateOf()).toEqual([{ state: "sent", attempts: 2 }]);
        });
        await jobs.stop();
        expect(await lots()).toHaveLength(1);
        const ids = mailServer.messages.map(
          (message) =>
            /^Message-ID: (.+)$/im.exec(readMessage(message).headers)?.[1],
        );
        expect(ids).toHaveLength(mostMails);
        expect(new Set(ids).size).toBe(1);
      },
    );
  },
);
