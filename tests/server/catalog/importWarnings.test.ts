import { expect, it } from "vitest";
import { ruleConcern } from "../../../domain/countryRules";
import { writeLots } from "../../../server/catalog";
import { inTransaction } from "../../../server/platform/database";
import { addRecords } from "../../../server/workspace/records";
import { signInAnew } from "../../support/app";
import { runSeed } from "../../support/runSeed";
import {
  pick,
  seeded,
  type Random,
} from "../workspace/listing/support/randomLots";
import { readCsv } from "../workspace/export/support";
import { carLot, catalogApp, rowsOf } from "./support/catalogApp";

const today = "2026-11-18";
const random = seeded(runSeed);
const years = [null, ...Array.from({ length: 45 }, (_, place) => 1984 + place)];
const test = await catalogApp(
  years.map((year) => carLot(String(year), { year, auctionName: "JU Gifu" })),
);
const { context } = test;
await inTransaction(context.database, (trx) =>
  writeLots(
    trx,
    "stats",
    years.map((year) =>
      carLot(`sold-${String(year)}`, {
        year,
        soldPrice: 100_000,
        status: 4533,
      }),
    ),
  ),
);

const maybe = <Value>(value: Value) => (random(3) === 0 ? null : value);
const ruleOf = (of: Random, country: string, place: number) => ({
  country,
  kind: pick(of, ["oldestAge", "youngestAge", "oldestAge", "fee", "other"]),
  measuredAt: maybe(pick(of, ["manufacture", "registration", "arrival"])),
  months: maybe(pick(of, [0, 12, 36, 60, 96, random(300)])),
  source: `https://rules.test/${country}/${String(place)}`,
  validFrom: pick(of, ["2020-01-01", today, "2026-11-19"]),
  validUntil: maybe(pick(of, ["2026-11-17", today, "2030-01-01"])),
});
const rules = ["RU", "KE"].flatMap((country) =>
  Array.from({ length: 2 + random(3) }, (_, place) =>
    ruleOf(random, country, place),
  ),
);
const ports = {
  Vladivostok: "RU",
  Mombasa: "KE",
  Jebel: "AE",
  Nowhere: null,
  Closed: "RU",
};

await inTransaction(context.database, async (trx) => {
  const author = { userId: "1", userName: "Test", at: context.clock.now() };
  const freight = Object.entries(ports).map(([destination, country]) => ({
    ...{ destination, country, price: 1, validFrom: "2020-01-01" },
    ...(destination === "Closed" && { validUntil: "2026-11-17" }),
  }));
  await addRecords(trx, { row: "freight", rows: freight, author });
  await addRecords(trx, { row: "country-rule", rows: rules, author });
});

/** Returns the years of the lots of a list that the page of a lot marks with a conflict. */
const markedYears = (country: string) =>
  years.filter((year) =>
    rules.some(
      (rule) =>
        rule.country === country &&
        rule.validFrom <= today &&
        (rule.validUntil ?? today) >= today &&
        ruleConcern(rule, { year, today }) === "conflict",
    ),
  );

it.each(Object.keys(ports))(
  "the filter finds the lots for %s that the page of a lot marks",
  async (destination) => {
    const { cookies } = await signInAnew(test, "client");
    const call = async (
      method: "GET" | "PUT",
      path: string,
      payload?: object,
    ) => {
      const reply = await test.call({
        ...{ method, url: `/api${path}`, cookies, payload },
        headers: { "sec-fetch-site": "same-origin" },
      });
      expect(reply.statusCode, reply.body).toBe(200);
      return { status: 200, body: reply.json<Record<string, unknown>>() };
    };
    await context.database.kysely
      .updateTable("users")
      .set({ destination })
      .where("id", "=", test.ids["client@seriba.test"] ?? "")
      .execute();
    const found = async (value: string, list = "auction") => {
      const path = `/${list}/listing?pageSize=70&importWarning=${value}`;
      const lots = rowsOf(await call("GET", path));
      return new Set(lots.map(({ year }) => year ?? null));
    };
    const country = ports[destination as keyof typeof ports];
    const isKnown = country !== null && destination !== "Closed";
    const marked = isKnown ? markedYears(country) : [];
    const free = isKnown ? years.filter((year) => !marked.includes(year)) : [];
    expect(await found("1")).toEqual(new Set(marked));
    expect(await found("0")).toEqual(new Set(free));
    // Past sales have the same cars.
    expect(await found("1", "stats")).toEqual(new Set(marked));
    expect(await found("0", "stats")).toEqual(new Set(free));
    const file = await test.call({
      url: "/api/stats/listing/export?format=csv&columns=grade,importWarning",
      cookies,
    });
    const [heading = [], ...rows] = readCsv(file.body);
    const [year, mark] = [heading.indexOf("Year"), heading.length - 1];
    expect(heading[mark]).toBe(`Import warning at ${destination}`);
    const markOf = (of: number | null) => {
      if (!isKnown) return "";
      return marked.includes(of) ? "Import warning" : "No import warning";
    };
    expect(new Map(rows.map((row) => [row[year], row[mark]]))).toEqual(
      new Map(years.map((of) => [of === null ? "" : String(of), markOf(of)])),
    );
  },
);
