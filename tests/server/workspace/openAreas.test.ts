import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { areas } from "../../../server/areas";
import type { AreaModule, AreaParts } from "../../../server/workspace/area";
import { openAreas } from "../../../server/workspace/openAreas";
import { tableSource } from "../../../server/workspace/listing";
import { testApp } from "../../support/app";

declare module "../../../server/workspace/area" {
  interface Ports {
    dockOf: (ship: string) => string;
  }
}

const { context } = await testApp();
const viewer = {
  userId: "1",
  userType: 2,
  userLevel: 1064,
  roleId: 1064,
  permissions: {},
};
const job = (name: string) => ({
  name,
  everySeconds: 60,
  run: () => Promise.resolve(0),
});

const ships: AreaModule = {
  name: "ships",
  asks: ["dockOf"],
  open: ({ ports }) => ({
    counters: () =>
      Promise.resolve({ map: { ships: ports.dockOf("Orient") }, search: 2 }),
  }),
};
const docks: AreaModule = {
  name: "docks",
  open: () => ({
    ports: { dockOf: (ship) => `dock of ${ship}` },
    counters: () => Promise.resolve({ bid: 7 }),
  }),
};
const openingOf = (areas: readonly AreaModule[]) => () =>
  openAreas(context, areas);

describe("the areas of a server", () => {
  it("use the ports of higher areas, and share the numbers in the menu", async () => {
    const { ports } = openAreas(context, [ships, docks]);
    expect(await ports.countersOf(viewer)).toEqual({
      bid: 7,
      search: 2,
      map: { ships: "dock of Orient" },
    });
  });

  it("each provide the topics that they declare", () => {
    const declaredIn = (name: string) => {
      const file = `server/${name}/tables.ts`;
      const text = existsSync(file) ? readFileSync(file, "utf8") : "";
      const [, topics = ""] = /ChangeTopics {([^}]*)}/.exec(text) ?? [];
      return [...topics.matchAll(/(\w+): true/g)].map(([, topic]) => topic);
    };
    const declared = areas.map(({ name }) => declaredIn(name).sort());
    const provided = context.parts.map(({ topics = {} }) =>
      Object.keys(topics).sort(),
    );
    expect(provided).toEqual(declared);
    expect(provided.flat()).toContain("bids");
  });

  it("stop the start with the name of a port that no area provides", () => {
    expect(openingOf([ships])).toThrow(
      "The area ships asks for the port dockOf, which no area provides.",
    );
  });

  it("stop the start with the name of a table or topic that none provides", () => {
    const source = tableSource({ row: "ship", table: "ships", columns: {} });
    const built = { "900_ships": ["create table ships (id bigint)"] };
    const fleet = (parts: Partial<AreaModule>): AreaModule => ({
      name: "fleet",
      sources: [source],
      open: () => ({}),
      ...parts,
    });
    expect(openingOf([fleet({})])).toThrow(
      "The area fleet asks for the table ships, which no area provides.",
    );
    const followed = { ...source, changes: { column: "seq", topic: "bids" } };
    const sources = [followed as typeof source];
    expect(openingOf([fleet({ migrations: built, sources })])).toThrow(
      "The area fleet asks for the topic bids, which no area provides.",
    );
    expect(openingOf([fleet({ migrations: built })])).not.toThrow();
    const retention = () => [
      { table: "alerts" as const, since: "at" as const, days: 1 },
    ];
    expect(openingOf([fleet({ migrations: built, retention })])).toThrow(
      "A rule of retention names the table alerts, which no migration creates.",
    );
  });

  it("stop the start for a sealed table that no migration creates", () => {
    const sealed = [{ table: "voyages", columns: ["id"], names: [] }];
    const fleet = { name: "fleet", sealed, open: () => ({}) };
    expect(openingOf([fleet])).toThrow(
      "The table voyages is to be sealed, but no migration creates it.",
    );
  });

  it.each<[string, Partial<AreaModule>, Partial<AreaParts>]>([
    ["port dockOf", {}, { ports: { dockOf: () => "" } }],
    ["call /docks", { calls: ["/docks"] }, {}],
    [
      "row schema ship",
      { sources: [tableSource({ row: "ship", table: "users", columns: {} })] },
      {},
    ],
    ["table ships", { migrations: { "1": ["create table ships ()"] } }, {}],
    [
      "topic bids",
      {},
      { topics: { bids: { reads: {}, read: () => Promise.resolve(null) } } },
    ],
    ["job dive", {}, { jobs: [job("dive")] }],
    [
      "mail greeting",
      {},
      { mails: [{ kind: "greeting", compose: () => Promise.resolve(null) }] },
    ],
  ])("stop the start if two provide the %s", (name, parts, opened) => {
    const area = (own: string): AreaModule => ({
      name: own,
      ...parts,
      open: () => opened,
    });
    expect(openingOf([area("left"), area("right")])).toThrow(
      `Two areas provide the ${name}.`,
    );
  });

  it("stop the start if two have the same name", () => {
    const named = { name: "docks", open: () => ({}) };
    expect(openingOf([named, named])).toThrow(
      "Two areas provide the area docks.",
    );
  });
});
