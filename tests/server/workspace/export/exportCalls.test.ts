import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { placeBid } from "../../../../server/bidding/placeBid";
import { signIn, testApp, type Account } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { addClient, addLots, bidOn, noon } from "../../bidding/support";
import { readCsv, readXlsx } from "./support";

const copy = declaredCopy();
const server = await testApp({ now: noon, root: copy.root });
const { context } = server;

async function get(account: Account, url: string) {
  return server.call({ url: `/api${url}`, ...(await signIn(server, account)) });
}

async function exported(account: Account, url: string): Promise<string[][]> {
  const reply = await get(account, url);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return readCsv(reply.body);
}

/** Every row of a list, page after page. */
async function listed(
  account: Account,
  { path, rows }: { path: string; rows: string },
  query = "",
): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await get(
      account,
      `${path}?pageSize=50&page=${page}&${query}`,
    );
    const body = reply.json<Record<string, Record<string, unknown>[]>>();
    const some = body[rows] ?? [];
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const lotList = { path: "/auction/listing", rows: "carsList" };
const column = (file: string[][], heading: string): (string | undefined)[] => {
  const place = file[0]?.indexOf(heading) ?? -1;
  if (place < 0) throw new Error(`no "${heading}" in ${file[0]?.join(", ")}`);
  return file.slice(1).map((row) => row[place]);
};

beforeAll(async () => {
  const { database } = context;
  for (const [index, condition] of ["S", "3", "R", null].entries())
    await addLots(database, 30, {
      condition,
      year: 2010 + index,
      mileage: index === 3 ? null : 1000 * index,
      grade: ['=HYPERLINK("http://x")', "+1", "-1", "@SUM(A1)"][index] ?? null,
      color: index === 0 ? 'a "b", c\r\nd' : "\tRED",
      images: ["/a.svg", "/b.svg"],
      auctionDate: `2026-11-2${index}T15:00:00+09:00`,
    });
  const client = await addClient(database);
  const lots = await addLots(database, 3, { lotNo: "900" });
  for (const carId of lots)
    await placeBid(context, {
      client: { viewer: client, fullName: "" },
      body: bidOn(carId, { amount: 205_000, bidGroup: 2 }),
      key: null,
    });
});

describe("a list that leaves as a CSV file", () => {
  it("has every row of all pages in the list's order, whatever the page", async () => {
    for (const query of ["", "sort=condition&order=DESC", "year=2011,2012"]) {
      const rows = await listed("client", lotList, query);
      const file = await exported(
        "client",
        `${lotList.path}/export?format=csv&page=2&pageSize=20&${query}`,
      );
      expect(column(file, "Lot no.")).toEqual(rows.map(({ lotNo }) => lotNo));
      expect(rows.length).toBeGreaterThan(50);
    }
  });

  it("has a column for each visible field, with units, numbers and Japan's time", async () => {
    const file = await exported(
      "client",
      "/auction/listing/export?format=csv&year=2011,2011&sort=year",
    );
    expect(file[0]).toEqual(
      "Photos|Lot no.|Maker|Model|Date and time|Auction|Grade|Year|Chassis|Engine, cc|Gearbox|Colour|Condition|Mileage, km|Status|My bid|My bid amount, yen|Start price, yen|Sold, yen|Price at Vladivostok, yen|Favourite groups|USS lot|Import warning at Vladivostok".split(
        "|",
      ),
    );
    expect(column(file, "Photos")[0]).toBe("2");
    expect(column(file, "Date and time")[0]).toBe("2026-11-21 15:00");
    expect(column(file, "Mileage, km")[0]).toBe("1000");
    expect(column(file, "Status")[0]).toBe("Upcoming");
    expect(column(file, "Sold, yen")[0]).toBe("");
  });

  it("speaks the viewer's language and opens as UTF-8", async () => {
    const { cookies } = await signIn(server, "client");
    const reply = await server.call({
      url: "/api/auction/listing/export?format=csv&year=2011,2011",
      cookies,
      headers: { "accept-language": "ru" },
    });
    expect([...reply.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(reply.body).not.toMatch(/[^\r]\n/);
    const file = readCsv(reply.body);
    expect(column(file, "Пробег, км")[0]).toBe("1000");
    expect(new Set(column(file, "Статус"))).not.toContain("Upcoming");
  });

  it("runs nothing in a spreadsheet, and keeps quotes and line breaks", async () => {
    const file = await exported(
      "client",
      "/auction/listing/export?format=csv&sort=year&order=ASC",
    );
    for (const cell of file.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    const grades = new Set(column(file, "Grade"));
    expect(grades).toContain(`'=HYPERLINK("http://x")`);
    expect(grades).toContain("'@SUM(A1)");
    expect(column(file, "Colour")[0]).toBe('a "b", c\r\nd');
  });

  it("is a download that is not cached, named by list and day", async () => {
    const reply = await get(
      "client",
      "/auction/listing/export?format=csv&year=2011,2011",
    );
    expect(reply.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition":
        'attachment; filename="car-auctions-2026-11-20.csv"',
      "cache-control": "no-store",
    });
  });

  it("has only the columns asked for, in that order", async () => {
    const file = await exported(
      "client",
      "/auction/listing/export?format=csv&columns=condition,auction",
    );
    expect(file[0]).toEqual([
      "Condition",
      "Mileage, km",
      "Date and time",
      "Auction",
    ]);
  });

  it("is the headings alone when nothing is found", async () => {
    const file = await exported(
      "client",
      "/auction/listing/export?format=csv&year=1950,1951",
    );
    expect(file).toHaveLength(1);
  });

  it("answers HEAD without reading rows", async () => {
    const reading = vi.spyOn(context.index, "all");
    const url = "/auction/listing/export?format=xlsx";
    const reply = await server.call({
      method: "HEAD",
      url: `/api${url}`,
      ...(await signIn(server, "client")),
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload).toHaveLength(0);
    expect(reply.headers["content-disposition"]).toContain(".xlsx");
    expect(reading).not.toHaveBeenCalled();
    await get("client", url);
    expect(reading).toHaveBeenCalledOnce();
  });
});

describe("a viewer's export", () => {
  it.each(["client", "dealer", "manager", "admin"] as const)(
    "has the rows and fields that the lists show the %s, and no others",
    async (account) => {
      const workspace = await get(account, "/workspace");
      const { resources } = workspace.json<{ resources: Resource[] }>();
      const exportable = resources.filter(({ calls }) => calls.export);
      expect(exportable.length).toBeGreaterThan(1);
      for (const { calls, columns, exported: added = [] } of exportable) {
        const { list, export: call } = calls;
        if (!call) throw new Error(`${list.path} has no export`);
        const file = await exported(account, `${call.path}?format=csv`);
        const fields = new Set(columns.flatMap((one) => one.fields));
        // Only these have chosen a port.
        if (account === "client" || account === "dealer")
          for (const mark of added) fields.add(mark);
        expect(file[0]).toHaveLength(fields.size);
        const rows = await listed(account, list);
        const name = fields.has("lotNo") ? "lotNo" : "name";
        const place = [...fields].indexOf(name);
        const names = file.slice(1).map((cells) => cells[place]);
        // A list without such a column has as many rows.
        expect(names).toEqual(
          rows.map((row) => (place < 0 ? undefined : (row[name] ?? ""))),
        );
      }
    },
  );

  it("contains a field only for viewers who may see it", async () => {
    copy.editRow("lot", ({ properties }) => {
      Object.assign(properties.mileage ?? {}, {
        "x-access": { roles: ["admin"] },
      });
    });
    await context.declarations.reload();
    const url = "/auction/listing/export?format=csv&columns=condition";
    const seen = await exported("admin", url);
    const cut = await exported("client", url);
    copy.restore();
    await context.declarations.reload();
    expect(seen[0]).toEqual(["Condition", "Mileage, km"]);
    expect(cut[0]).toEqual(["Condition"]);
    expect(cut.flat()).not.toContain("1000");
  });
});

describe("an export is refused", () => {
  const statusOf = async (account: Account, url: string) =>
    (await get(account, url)).statusCode;

  it("without a session, a right to the list or a known format", async () => {
    const url = "/auction/listing/export?format=csv";
    const anonymous = await server.call({ url: `/api${url}` });
    expect(anonymous.statusCode).toBe(401);
    expect(await statusOf("client", "/bid/index/export?format=csv")).toBe(403);
    expect(await statusOf("manager", "/bid/my-bid/export?format=csv")).toBe(
      403,
    );
    for (const query of ["", "?format=", "?format=pdf", "?format=csv&what=1"])
      expect(await statusOf("client", `/auction/listing/export${query}`)).toBe(
        400,
      );
  });

  it("for a column, filter or sort that the list does not have", async () => {
    const url = "/auction/listing/export?format=csv";
    const unknown = await get("client", `${url}&columns=lot,user`);
    expect(unknown.statusCode).toBe(400);
    expect(unknown.json()).toMatchObject({
      errors: { columns: ["Invalid field"] },
    });
    for (const query of ["columns=lot,lot,", "sort=user", "makerId=x"])
      expect(await statusOf("client", `${url}&${query}`)).toBe(400);
  });
});

describe("a list of bids that leaves as a file", () => {
  it("has names of clients and managers' words for the manager", async () => {
    const file = await exported("manager", "/bid/index/export?format=csv");
    expect(column(file, "Client").filter(Boolean).length).toBe(3);
    expect(column(file, "Status")).toEqual(["New", "New", "New"]);
    expect(column(file, "Group")).toEqual(["B", "B", "B"]);
    expect(column(file, "Amount, yen")[0]).toBe("205000");
    expect(file[0]?.filter((heading) => heading.includes("¥"))).toEqual([]);
    const rows = await listed("manager", { path: "/bid/index", rows: "cars" });
    expect(column(file, "Lot no.")).toEqual(rows.map(({ lotNo }) => lotNo));
  });

  it("has a client's own bids alone, without names of others", async () => {
    const file = await exported("client", "/bid/my-bid/export?format=csv");
    expect(file).toHaveLength(1);
    expect(file[0]).not.toContain("Client");
    expect(file[0]).toContain("Amount, yen");
  });
});

describe("a list that leaves as a workbook", () => {
  it("has numbers as numbers, moments as dates and bold, frozen headings", async () => {
    const reply = await get(
      "client",
      "/auction/listing/export?format=xlsx&year=2011,2011&columns=lot,auction,condition",
    );
    const { parts, sheets } = readXlsx(reply.rawPayload);
    expect(Object.keys(parts)[0]).toBe("[Content_Types].xml");
    const rows = sheets[0]?.rows ?? [];
    expect(sheets.map(({ name }) => name)).toEqual(["Car auctions"]);
    expect(sheets[0]?.xml).toContain('state="frozen"');
    expect(rows).toHaveLength(31);
    expect(rows[0]?.A).toEqual({ style: 1, value: "Photos" });
    expect(rows[1]?.A).toEqual({ style: 0, value: 2 });
    const firstDayOf1970 = 25_569;
    const days = Date.UTC(2026, 10, 21, 15) / 86_400_000 + firstDayOf1970;
    expect(rows[1]?.E).toEqual({ style: 2, value: days });
    expect(rows[1]?.H).toEqual({ style: 0, value: 1000 });
  });

  it("holds texts as they are, runs none of them, and stays XML", async () => {
    const odd = ["<&>\u0001", "_x0041_", "=1+1", "\ud83d\ude97 é 車"];
    for (const grade of odd)
      await addLots(context.database, 1, { grade, year: 1999 });
    const reply = await get(
      "client",
      "/auction/listing/export?format=xlsx&year=1999,1999&columns=grade",
    );
    const [sheet] = readXlsx(reply.rawPayload).sheets;
    const grades = sheet?.rows.slice(1).map(({ A }) => A?.value);
    expect(grades).toEqual([
      "<&>",
      "_x005F_x0041_",
      "'=1+1",
      "\ud83d\ude97 é 車",
    ]);
  });
});
