import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn, testApp } from "../../support/app";
import { saved, type Json } from "../workspace/records/support/saved";
import { winCar } from "./winCar";

const server = await testApp();
const { context, ids } = server;
const people = {
  client: await signIn(server, "client"),
  dealer: await signIn(server, "dealer"),
  restricted: await signIn(server, "restricted"),
  manager: await signIn(server, "manager"),
};
type Who = keyof typeof people;
const cars = "/api/lists/purchased-cars";
const templates = "/api/lists/consignees";
const vladivostok = {
  name: "Vladivostok",
  isDefault: false,
  fullName: "Ivan Petrov",
  country: "RU",
  address: "Svetlanskaya 1",
  port: "Vladivostok",
  telephone: "+7 423 222 33 44",
  documents: [{ kind: "passport", number: "0501 123456" }],
  sameAsConsignee: false,
  notifyFullName: "Far East Cars",
  notifyCountry: "RU",
  notifyAddress: "Aleutskaya 3",
};
const busan = {
  ...{ name: "Busan", fullName: "Kim Min-jun", country: "KR" },
  ...{ address: "Jungang-daero 26", sameAsConsignee: true },
};

const detailOf = async (who: Who, id: string) => {
  const reply = await server.call({ url: `${cars}/${id}`, ...people[who] });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ detail: Json; version: number }>().detail;
};
const change = (who: Who, id: string, payload: Json) =>
  server.call({
    ...{ method: "PATCH", url: `${cars}/${id}`, payload },
    ...people[who],
  });
const addTemplate = (who: Who, payload: Json) =>
  server.call({ method: "POST", url: templates, payload, ...people[who] });
const replaceTemplate = (id: string, tag: string, payload: Json) =>
  server.call({
    ...{ method: "PUT", url: `${templates}/${id}`, payload },
    headers: { "if-match": tag },
    ...people.client,
  });
const defaultsOf = async () => {
  const reply = await server.call({ url: templates, ...people.client });
  const { rows } = reply.json<{ rows: { id: string }[] }>();
  const details = await Promise.all(
    rows.map(({ id }) =>
      server.call({ url: `${templates}/${id}`, ...people.client }),
    ),
  );
  return details
    .map((each) => each.json<{ detail: Json }>().detail)
    .filter(({ isDefault }) => isDefault === true)
    .map(({ name }) => name);
};
/** Puts the papers of a purchase into a state, as if managers had moved them there. */
const putPapers = (id: string, papersState: string) =>
  sql`update records set data = data || ${JSON.stringify({ papersState })}::jsonb
    where id = ${id}`.execute(context.database.kysely);

describe("the parties of a new purchase", () => {
  it("are empty for a client without templates, and the notify party is the consignee", async () => {
    const detail = await detailOf("client", await winCar(server, "2026-11-19"));
    expect(detail).toMatchObject({
      consigneeFullName: null,
      notifySameAsConsignee: true,
    });
    expect(detail).not.toHaveProperty("notifyFullName");
  });

  it("come from the only template as it was when the bid won", async () => {
    const { id, tag } = saved(await addTemplate("client", vladivostok));
    const purchase = await winCar(server, "2026-11-19");
    const parties = {
      ...{ consigneeFullName: "Ivan Petrov", consigneeCountry: "RU" },
      ...{ consigneePort: "Vladivostok", notifySameAsConsignee: false },
      consigneeDocuments: vladivostok.documents,
      ...{ notifyFullName: "Far East Cars", notifyEmail: null },
    };
    expect(await detailOf("manager", purchase)).toMatchObject(parties);
    const renamed = { ...vladivostok, fullName: "Another" };
    expect((await replaceTemplate(id, tag, renamed)).statusCode).toBe(200);
    expect(await detailOf("manager", purchase)).toMatchObject(parties);
  });

  it("come from the template for new purchases, and are empty if several have no mark", async () => {
    const { id } = saved(await addTemplate("client", busan));
    const unmarked = await detailOf(
      "client",
      await winCar(server, "2026-11-19"),
    );
    expect(unmarked.consigneeFullName).toBeNull();
    const marked = { ...busan, isDefault: true };
    await replaceTemplate(id, '"1"', marked);
    const detail = await detailOf("client", await winCar(server, "2026-11-19"));
    expect(detail).toMatchObject({
      consigneeFullName: "Kim Min-jun",
      notifySameAsConsignee: true,
    });
    expect(detail).not.toHaveProperty("notifyFullName");
  });
});

describe("the template for new purchases", () => {
  it("is only one: the mark leaves the other template in the same write", async () => {
    expect(await defaultsOf()).toEqual(["Busan"]);
    const third = { ...busan, name: "Incheon", isDefault: true };
    const { id } = saved(await addTemplate("client", third));
    expect(await defaultsOf()).toEqual(["Incheon"]);
    await replaceTemplate(id, '"1"', { ...third, isDefault: false });
    expect(await defaultsOf()).toEqual([]);
  });

  it("is one for each client, also for two writes at once", async () => {
    const body = (name: string) => ({ ...busan, name, isDefault: true });
    const replies = await Promise.all([
      addTemplate("client", body("First")),
      addTemplate("client", body("Second")),
      addTemplate("restricted", body("Of another")),
    ]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([
      201, 201, 201,
    ]);
    expect(await defaultsOf()).toHaveLength(1);
  });

  it("cannot be two in the database", async () => {
    const { kysely } = context.database;
    const row = await kysely
      .selectFrom("records")
      .selectAll()
      .where("row_schema", "=", "consignee")
      .where("unique_key", "is not", null)
      .where("owner_id", "=", ids["client@seriba.test"] ?? "")
      .executeTakeFirstOrThrow();
    const other = kysely
      .updateTable("records")
      .set({ unique_key: row.unique_key })
      .where("row_schema", "=", "consignee")
      .where("id", "<>", row.id)
      .execute();
    await expect(other).rejects.toThrow();
  });
});

describe("the parties of a purchase", () => {
  let id: string;
  const consignee = {
    ...{ consigneeFullName: "Anna Petrova", consigneeCountry: "RU" },
    consigneeAddress: "Fontannaya 5",
  };

  beforeAll(async () => {
    await context.database.kysely
      .updateTable("users")
      .set({ dealer_id: ids["dealer@seriba.test"] })
      .where("id", "=", ids["client@seriba.test"] ?? "")
      .execute();
    id = await winCar(server, "2026-11-19");
  });

  it("are changed by the client and by managers, and only read by the dealer", async () => {
    expect((await change("client", id, consignee)).statusCode).toBe(200);
    const port = { consigneePort: "Nakhodka" };
    expect((await change("manager", id, port)).statusCode).toBe(200);
    expect(await detailOf("dealer", id)).toMatchObject({
      ...{ ...consignee, ...port },
    });
    expect((await change("dealer", id, port)).statusCode).toBe(403);
    expect((await change("restricted", id, port)).statusCode).toBe(404);
  });

  it("are all that the client writes: no other field, by no call", async () => {
    const before = await detailOf("client", id);
    const others = Object.keys(
      context.schemas.row("purchase").properties,
    ).filter((name) => !/^(consignee|notify)|^version$/.test(name));
    expect(others.length).toBeGreaterThan(40);
    for (const name of others) {
      const value = before[name] ?? "x";
      const reply = await change("client", id, { [name]: value });
      expect([400, 403], `${name}: ${reply.body}`).toContain(reply.statusCode);
      const both = await change("client", id, { ...consignee, [name]: value });
      expect([400, 403], name).toContain(both.statusCode);
    }
    const replaced = await server.call({
      ...{ method: "PUT", url: `${cars}/${id}`, payload: consignee },
      headers: { "if-match": '"1"' },
      ...people.client,
    });
    expect(replaced.statusCode).toBe(403);
    expect(await detailOf("client", id)).toEqual(before);
  });

  it("need a name, country and address of a notify party that differs", async () => {
    const reply = await change("client", id, { notifySameAsConsignee: false });
    expect(reply.statusCode).toBe(422);
    expect(Object.keys(reply.json<{ errors: Json }>().errors).sort()).toEqual([
      ...["notifyAddress", "notifyCountry", "notifyFullName"],
    ]);
    const hidden = { notifyFullName: "Far East Cars" };
    expect((await change("client", id, hidden)).statusCode).toBe(422);
    const other = {
      ...{ ...hidden, notifySameAsConsignee: false },
      ...{ notifyCountry: "RU", notifyAddress: "Aleutskaya 3" },
    };
    expect((await change("client", id, other)).statusCode).toBe(200);
    const same = { notifySameAsConsignee: true, notifyFullName: null };
    expect((await change("client", id, same)).statusCode).toBe(200);
    const detail = await detailOf("client", id);
    expect(detail).not.toHaveProperty("notifyFullName");
    expect(detail).not.toHaveProperty("notifyAddress");
  });

  it("refuse a version that somebody else has changed", async () => {
    const reply = await change("client", id, { ...consignee, version: 1 });
    expect(reply.statusCode).toBe(409);
    expect(reply.json<{ current: Json }>().current).toMatchObject(consignee);
  });

  it("are closed for the client once the draft is checked, with the reason in words", async () => {
    await putPapers(id, "draftSent");
    expect((await change("client", id, consignee)).statusCode).toBe(200);
    await putPapers(id, "draftChecked");
    const reply = await change("client", id, { consigneePort: "Vostochny" });
    expect(reply.statusCode).toBe(409);
    expect(reply.body).toContain("Papers");
    const port = { consigneePort: "Vostochny" };
    expect((await change("manager", id, port)).statusCode).toBe(200);
  });
});

describe("the draft of the bill of lading", () => {
  let id: string;
  const rule = {
    ...{ country: "Russia", kind: "consignee", validFrom: "2026-01-01" },
    ...{ textEn: "The papers name a document.", textRu: "Нужен документ." },
    ...{ source: "https://rules.example", checkedOn: "2026-11-01" },
    consigneeNeeds: ["document", "telephone"],
  };
  const sent = { papersState: "draftSent", draftSentOn: "2026-11-20" };

  beforeAll(async () => {
    const added = await server.call({
      ...{ method: "POST", url: "/api/lists/country-rules", payload: rule },
      ...people.manager,
    });
    expect(added.statusCode, added.body).toBe(201);
    id = await winCar(server, "2026-11-19");
    await putPapers(id, "permitted");
  });

  it("is not sent without the data that the country of destination demands", async () => {
    const party = {
      ...{ consigneeFullName: "Ivan Petrov", consigneeCountry: "RU" },
      ...{ consigneeAddress: "Svetlanskaya 1", consigneeDocuments: null },
      consigneeTelephone: null,
    };
    expect((await change("manager", id, party)).statusCode).toBe(200);
    const { partiesMissing } = await detailOf("manager", id);
    expect(partiesMissing).toEqual(["document", "telephone"]);
    const refused = await change("manager", id, sent);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("Missing for the draft B/L");
    expect(
      (await change("manager", id, { partiesMissing: [] })).statusCode,
    ).not.toBe(200);
  });

  it("is sent once nothing is missing", async () => {
    const rest = {
      consigneeTelephone: "+7 423 222 33 44",
      consigneeDocuments: vladivostok.documents,
    };
    expect((await change("manager", id, rest)).statusCode).toBe(200);
    const reply = await change("manager", id, sent);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await detailOf("manager", id)).toMatchObject({
      ...{ papersState: "draftSent", partiesMissing: [] },
    });
  });

  it("shows the client where it differs from the purchase", async () => {
    expect(await detailOf("client", id)).toMatchObject({
      draftDifferences: null,
    });
    const entered = { draftConsignee: "IVAN PETROW", draftNotifyParty: null };
    expect((await change("manager", id, entered)).statusCode).toBe(200);
    expect(await detailOf("client", id)).toMatchObject({
      draftConsignee: "IVAN PETROW",
      draftDifferences: ["consignee"],
    });
    // The client corrects the purchase, not the entries of the draft.
    expect((await change("client", id, entered)).statusCode).toBe(403);
    const party = { consigneeFullName: "Ivan Petrow" };
    const corrected = await change("client", id, party);
    expect(corrected.statusCode, corrected.body).toBe(200);
    expect(await detailOf("client", id)).toMatchObject({
      draftDifferences: [],
    });
  });
});

describe("the templates of another client", () => {
  it("are unknown to a client, and managers find those of the client by the filter", async () => {
    const { id } = saved(await addTemplate("restricted", busan));
    const foreign = await server.call({
      ...{ url: `${templates}/${id}` },
      ...people.client,
    });
    expect(foreign.statusCode).toBe(404);
    const clientId = ids["client@seriba.test"] ?? "";
    const url = `${templates}?client=${clientId}`;
    const ofClient = await server.call({ url, ...people.manager });
    const rows = ofClient.json<{ rows: { id: string }[] }>().rows;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row.id)).not.toContain(id);
    const asked = await server.call({ url, ...people.client });
    expect(asked.statusCode).toBe(400);
  });
});
