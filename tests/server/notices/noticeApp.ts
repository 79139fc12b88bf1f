import { afterAll } from "vitest";
import type { Notice } from "../../../domain/resource";
import type { Database } from "../../../server/platform/database";
import { signIn, testApp, type Account } from "../../support/app";
import { jobsOf } from "../../support/areas";
import type { DeclaredCopy } from "../../support/declaredCopy";
import { readMessage, startMailServer } from "../../support/mailServer";
import {
  declareTariffs,
  importCalls,
} from "../workspace/records/import/support";

/** A Friday. */
const friday = "2026-11-20T08:00:00+09:00";

const dear: Notice = {
  id: "dear",
  on: "change",
  condition: { field: "price", atLeast: 900 },
  to: { access: { userTypes: ["manager"] } },
  fields: ["place", "price", "cost"],
};
const named: Notice = {
  id: "named",
  on: "change",
  condition: { field: "note", filled: true },
  to: { field: "note", owner: true },
};
const moved: Notice = {
  id: "moved",
  on: "difference",
  changed: ["price", "until"],
  afterMinutes: 30,
  condition: { field: "port", is: "kobe" },
  to: { access: { userTypes: ["manager"] } },
  fields: ["place"],
};
const ending: Notice = {
  id: "ending",
  on: "schedule",
  days: ["friday", "monday"],
  at: "09:00",
  filters: { until: "@today,@today+7" },
  to: { access: { userTypes: ["client", "manager"] } },
  fields: ["place", "until", "cost"],
};

/** Adds the list of tariffs with a notice of each kind to a copy of the declarations. */
export function declareNotices(copy: DeclaredCopy): void {
  declareTariffs(copy);
  copy.editResource("tariffs", (resource) => {
    resource.filters.push({ field: "until", send: ["endsFrom", "endsTo"] });
    resource.notices = [dear, named, moved, ending];
  });
  copy.editTexts("en", (texts) => {
    texts.resources = {
      ...(texts.resources as object),
      tariffs: {
        title: "Tariffs",
        notices: {
          dear: {
            subject:
              "%{name} is dear |||| %{smart_count} dear tariffs, %{name} first",
          },
        },
      },
    };
  });
}

/** Starts the program over a database, with a mail server on loopback. */
export async function noticeApp(copy: DeclaredCopy, database: Database) {
  const mailServer = await startMailServer();
  afterAll(() => mailServer.close());
  const server = await testApp({
    ...{ root: copy.root, now: friday, database },
    environment: {
      MAIL_URL: mailServer.url,
      MAIL_FROM: "Seriba <portal@seriba.test>",
      PUBLIC_URL: "https://portal.test",
      // The accounts of the tests have the password of the demo.
      DEMO: "on",
    },
  });
  const { kysely } = server.context.database;
  const run = async (name: string) => {
    const job = jobsOf(server.context).find((each) => each.name === name);
    if (!job) throw new Error(`There is no job ${name}`);
    return job.run(new AbortController().signal);
  };
  const create = async (body: object, account: Account = "manager") => {
    const reply = await server.call({
      method: "POST",
      url: "/api/lists/tariffs",
      payload: { port: "kobe", from: "2026-12-01", ...body },
      ...(await signIn(server, account)),
    });
    if (reply.statusCode !== 201) throw new Error(reply.body);
    return reply.json<{ detail: { id: string } }>().detail.id;
  };
  const patch = async (
    id: string,
    body: object,
    account: Account = "manager",
  ) => {
    const url = `/api/lists/tariffs/${id}`;
    const who = await signIn(server, account);
    const { detail, version } = (await server.call({ url, ...who })).json<{
      detail: Record<string, unknown>;
      version: number;
    }>();
    const { id: _, updatedAt: __, ...before } = detail;
    return server.call({
      method: "PUT",
      url,
      payload: { ...before, ...body },
      headers: { "if-match": `"${String(version)}"` },
      ...who,
    });
  };
  return {
    ...server,
    kysely,
    run,
    create,
    patch,
    imports: async () => importCalls(server, await signIn(server, "manager")),
    /** Reads all changes, lets minutes pass, and sends all mails that are due. */
    pass: async (minutes: number) => {
      await run("change-notices");
      server.wait(minutes * 60_000);
      await run("notice-mails");
      await run("send-mail");
    },
    /** Reads all changes twice, as two servers do, and sends all mails that are due. */
    send: async () => {
      await Promise.all([run("change-notices"), run("change-notices")]);
      server.wait(2 * 60_000);
      await Promise.all([run("scheduled-notices"), run("scheduled-notices")]);
      await Promise.all([run("notice-mails"), run("notice-mails")]);
      await run("send-mail");
    },
    /** Returns the mails that came since the last call, by recipient. */
    received: () =>
      mailServer.messages
        .splice(0)
        .map((message) => {
          const { headers, text } = readMessage(message);
          const [, to = ""] = /^To: .*?([\w.@]+)>?$/m.exec(headers) ?? [];
          const [, subject = ""] = /^Subject: (.*)$/m.exec(headers) ?? [];
          return { to, subject, text: text.replaceAll("\r\n", "\n"), headers };
        })
        .toSorted((one, other) => one.to.localeCompare(other.to)),
    clear: async () => {
      await kysely.deleteFrom("records").execute();
      await kysely.deleteFrom("record_history").execute();
      await kysely.deleteFrom("notice_rows").execute();
      await kysely.deleteFrom("notice_waits").execute();
      await kysely.deleteFrom("notice_days").execute();
      await kysely.deleteFrom("outbox").execute();
      mailServer.messages.splice(0);
      server.setNow(friday);
    },
  };
}

export type NoticeApp = Awaited<ReturnType<typeof noticeApp>>;
