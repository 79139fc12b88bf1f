import { beforeAll, describe, expect, it } from "vitest";
import { signIn, testApp } from "../../../support/app";

const server = await testApp();
const manager = await signIn(server, "manager");

const rates = [
  { destination: "Durban", country: "South Africa" },
  { destination: "DAR-ES-SALAAM", country: "Tanzania" },
  { destination: "Пусан", country: "KR" },
  { destination: "Nowhere", country: null },
];

beforeAll(async () => {
  await server.context.database.kysely.deleteFrom("records").execute();
  for (const rate of rates) {
    const { statusCode } = await server.call({
      method: "POST",
      url: "/api/lists/freight",
      payload: {
        ...rate,
        loadingPort: "yokohama",
        sizeClass: "kei",
        price: 100_000,
        validFrom: "2026-01-01",
      },
      ...manager,
    });
    expect(statusCode).toBe(201);
  }
});

const found = async (query: Record<string, string>) => {
  const reply = await server.call({
    url: `/api/lists/freight?${new URLSearchParams(query).toString()}`,
    ...manager,
  });
  expect(reply.statusCode).toBe(200);
  return reply
    .json<{ rows: { destination: string }[] }>()
    .rows.map(({ destination }) => destination);
};

describe("words that are shown in the language of the reader", () => {
  it.each([
    ["дурб", "Durban"],
    ["durb", "Durban"],
    ["эс-салам", "DAR-ES-SALAAM"],
    ["es-sal", "DAR-ES-SALAAM"],
    ["танзан", "DAR-ES-SALAAM"],
    ["tanz", "DAR-ES-SALAAM"],
    ["южно-аф", "Durban"],
    ["корея", "Пусан"],
    ["south korea", "Пусан"],
    ["пуса", "Пусан"],
  ])("are found by the search for %s", async (text, destination) => {
    expect(await found({ where: "destination", what: text })).toEqual([
      destination,
    ]);
  });

  it("are found by the beginning in a text filter", async () => {
    expect(await found({ destination: "дур" })).toEqual(["Durban"]);
    expect(await found({ destination: "dur" })).toEqual(["Durban"]);
    expect(await found({ destination: "урбан" })).toEqual([]);
  });

  it("are not found by texts that no language has", async () => {
    expect(await found({ where: "destination", what: "дурбин" })).toEqual([]);
  });
});
