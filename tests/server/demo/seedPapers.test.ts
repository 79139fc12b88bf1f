import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPapers } from "../../../server/demo/seedPapers";
import { seedPurchases } from "../../../server/demo/seedPurchases";
import { signIn, testApp, type Account } from "../../support/app";
import { demoRoot } from "../../support/demoRoot";
import { winCar } from "../purchases/winCar";

type Paper = {
  id: string;
  kind: string;
  lotNo: string;
  files: { name: string; address: string }[];
};

const folder = mkdtempSync(path.join(tmpdir(), "seriba-demo-papers-"));
const server = await testApp({ environment: { FILES_DIRECTORY: folder } });
const context = { ...server.context, root: await demoRoot() };
const list = "/api/lists/purchase-papers";

/** Returns the papers that an account sees, of both pages. */
async function papersFor(account: Account, at = server): Promise<Paper[]> {
  const cookies = await signIn(at, account);
  const pages = await Promise.all(
    [1, 2].map(async (page) => {
      const reply = await at.call({ url: `${list}?page=${page}`, ...cookies });
      return reply.json<{ rows: Paper[] }>().rows;
    }),
  );
  return pages.flat();
}
const seed = (signal = new AbortController().signal) =>
  seedPapers(context, signal);

describe("the papers of the demo", () => {
  beforeAll(async () => {
    for (let car = 0; car < 7; car += 1) await winCar(server, "2026-11-19");
    await seedPurchases(context);
    await seed();
  });

  it("belong to cars on each part of their way", async () => {
    const kinds = new Set((await papersFor("manager")).map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual([
      ...["auctionSheet", "bill", "billDraft", "deregistration"],
      ...["exportCertificate", "exportPermit", "invoice", "transferCopy"],
    ]);
  });

  it("show the client no paper that is internal", async () => {
    const kinds = (await papersFor("client")).map(({ kind }) => kind);
    expect(kinds).toContain("exportCertificate");
    expect(kinds).not.toContain("deregistration");
  });

  it("open as PDF", async () => {
    const [paper] = await papersFor("client");
    const url = paper?.files[0]?.address ?? "";
    const file = await server.call({
      url,
      ...(await signIn(server, "client")),
    });
    expect(file.headers["content-type"]).toBe("application/pdf");
    expect(file.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("stay as they are at later calls, also without a removed one", async () => {
    const [first, ...others] = await papersFor("manager");
    await server.call({
      ...{ method: "DELETE", url: `${list}/${first?.id ?? ""}` },
      headers: { "if-match": '"1"' },
      ...(await signIn(server, "manager")),
    });
    await seed();
    expect(await papersFor("manager")).toEqual(others);
  });
});

/** Returns a signal that stops a call after some papers. */
function stoppedAfter(papers: number): AbortSignal {
  const { signal } = new AbortController();
  let left = papers;
  signal.throwIfAborted = () => {
    if (left === 0) throw new Error("stopped");
    left -= 1;
  };
  return signal;
}

describe("an interrupted call", () => {
  it("is completed by the next one without doubled papers", async () => {
    const other = await testApp({ environment: { FILES_DIRECTORY: folder } });
    const { context: own } = other;
    const demo = { ...own, root: context.root };
    await winCar(other, "2026-11-19");
    await winCar(other, "2026-11-19");
    await seedPurchases(demo);
    await expect(seedPapers(demo, stoppedAfter(2))).rejects.toThrow("stopped");
    expect((await papersFor("manager", other)).length).toBe(2);
    await seedPapers(demo, new AbortController().signal);
    const papers = await papersFor("manager", other);
    const names = papers.map(({ kind, lotNo }) => `${kind} ${lotNo}`);
    expect(names.length).toBe(3);
    expect(new Set(names).size).toBe(3);
  });
});
