import { describe, expect, it } from "vitest";
import type { AreaModule } from "../../../server/workspace/area";
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

  it("stop the start with the name of a port that no area provides", () => {
    expect(openingOf([ships])).toThrow(
      "The area ships asks for the port dockOf, which no area provides.",
    );
  });

  it("stop the start if two provide the same port, name, row or job", () => {
    const also = { ...docks, name: "piers" };
    expect(openingOf([docks, also])).toThrow(
      "Two areas provide the port dockOf.",
    );
    expect(openingOf([docks, { name: "docks", open: () => ({}) }])).toThrow(
      "Two areas provide the area docks.",
    );
    const source = tableSource({ row: "ship", table: "users", columns: {} });
    const fleet = (name: string): AreaModule => ({
      name,
      sources: [source],
      open: () => ({ jobs: [] }),
    });
    expect(openingOf([fleet("a"), fleet("b")])).toThrow(
      "Two areas provide the row schema ship.",
    );
    const busy = (name: string): AreaModule => ({
      name,
      open: () => ({ jobs: [job("dive")] }),
    });
    expect(openingOf([busy("a"), busy("b")])).toThrow(
      "Two areas provide the job dive.",
    );
  });
});
