import { beforeAll, describe, expect, it } from "vitest";
import { readDemoText } from "../../../server/demo/demoData";
import { seedRecords } from "../../../server/demo/seedRecords";
import { findViewer } from "../../../server/identity";
import { readRecordBody } from "../../../server/workspace/records/recordBody";
import { signIn, testApp, type Account } from "../../support/app";
import { demoRoot } from "../../support/demoRoot";

const rows = [
  ...["agent-fee", "auction-fee", "country-rule", "currency-rate", "freight"],
  ...["holiday", "inland-rate", "other-charge", "vehicle-size"],
];

const root = await demoRoot();
const server = await testApp();
const { context } = server;
const records = readDemoText(root, "records");

beforeAll(() => seedRecords({ ...context, root }));

const get = async (account: Account, path: string) =>
  server.call({ url: `/api${path}`, ...(await signIn(server, account)) });
const totalOf = async (path: string) =>
  (await get("manager", path)).json<{
    pageInfo: { totalSearchResults: number };
  }>().pageInfo.totalSearchResults;

describe("the demo's tables", () => {
  it.each(rows)("has valid rows of %s", async (row) => {
    const id = server.ids["manager@seriba.test"] ?? "";
    const viewer = await findViewer(context.database.kysely, id);
    if (!viewer) throw new Error("No manager");
    const all = records[row] ?? [];
    expect(all.length).toBeGreaterThan(3);
    for (const body of all)
      expect(() =>
        readRecordBody(context.schemas, { row, viewer, body }),
      ).not.toThrow();
  });

  it("is stored with a history of each row", async () => {
    expect(await totalOf("/lists/freight")).toBe(records.freight?.length);
    const rate = (await get("manager", "/lists/freight")).json<{
      rows: { id: string }[];
    }>().rows[0];
    const history = await get(
      "manager",
      `/lists/freight/${rate?.id ?? ""}/history`,
    );
    expect(history.json()).toMatchObject({
      history: [{ action: "create", user: "Emi Tanaka" }],
    });
  });

  it("leaves one house without an inland rate", async () => {
    expect(await totalOf("/lists/inland-rates?house=USS+Tokyo")).toBe(2);
    const { rows: found } = (
      await get("manager", "/lists/inland-rates?house=AUCNET")
    ).json<{ rows: { house: string }[] }>();
    expect(found.map(({ house }) => house)).toEqual(["AUCNET Bike"]);
  });

  it("has freight to the demo client's destination from each port of the inland rates", async () => {
    const ports = new Set(
      records["inland-rate"]?.map(({ loadingPort }) => loadingPort),
    );
    const shipped = records.freight
      ?.filter(({ destination }) => destination === "Vladivostok")
      .map(({ loadingPort }) => loadingPort);
    for (const port of ports) expect(shipped).toContain(port);
    const { detail } = (await get("client", "/user/view-profile")).json<{
      detail: object;
    }>();
    expect(detail).toMatchObject({
      destination: "Vladivostok",
      currency: "RUB",
    });
  });

  it("shows clients freight and import rules, and no fees", async () => {
    const { resources } = (await get("client", "/workspace")).json<{
      resources: { name: string }[];
    }>();
    const names = resources.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["freight", "country-rules"]));
    for (const name of ["agent-fees", "auction-fees", "inland-rates"]) {
      expect(names).not.toContain(name);
      expect((await get("client", `/lists/${name}`)).statusCode).toBe(403);
    }
  });
});
