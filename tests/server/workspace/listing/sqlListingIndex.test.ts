import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { filterKind, hasChoices } from "../../../../domain/listing/kinds/kinds";
import type { ListingState } from "../../../../domain/listing/state";
import { isPlainText } from "../../../../domain/listing/kinds/text";
import { filterId } from "../../../../domain/resource";
import { lotSource } from "../../../../server/catalog/lotSource";
import {
  createListingIndex,
  createListingReader,
  labelledChoices,
  type ListingReader,
} from "../../../../server/workspace/listing";
import { eachDatabase } from "../../../support/database";
import { labelledFacets } from "../../../support/labelledFacets";
import { carAuction, client, lotSchema } from "./support/declared";
import { loadModel } from "./support/loadModel";
import {
  alwaysListed,
  modelBounds,
  modelCounts,
  modelSearch,
  withoutFacet,
  type Model,
} from "./support/model";
import { pick, seeded } from "./support/randomLots";
import { randomState } from "./support/randomState";

const now = new Date("2026-11-18T12:34:56+09:00");
const row = lotSchema();
const resource = carAuction();
const label = (_filter: unknown, value: string) => value;
const unchosen: ListingState = {
  filters: {},
  search: null,
  sort: null,
  page: 1,
  pageSize: 20,
};

eachDatabase("the listing index", (open) => {
  let reader: ListingReader;
  let model: Model;
  const ask = (state: ListingState) => ({
    resource,
    row,
    state,
    viewer: client,
    where: undefined,
  });

  const search = async (state: ListingState) => {
    const query = { ...ask(state), source: lotSource };
    const found = await reader.index.find(query, { page: state });
    const { ids, total, totalUnfiltered } = found;
    return { ids, total, totalUnfiltered };
  };

  beforeAll(async () => {
    const database = await open();
    const lots = await loadModel(database, { seed: 7, count: 300 });
    model = { lots, resource, row, now };
    const clock = { now: () => now };
    const index = createListingIndex({ database, clock });
    reader = createListingReader({ database, clock, index }, lotSource);
  });

  it("answers as filtering every lot in memory does", async () => {
    const random = seeded(1);
    for (let round = 0; round < 250; round += 1) {
      const state = randomState(random, { resource, row });
      const { ids, total, totalUnfiltered } = await search(state);
      const expected = modelSearch(model, state);
      expect({ state, ids, total }).toEqual({ state, ...expected });
      expect(totalUnfiltered).toBe(300);
    }
  });

  it("lists every row found in order, whatever the page", async () => {
    const random = seeded(5);
    const { database } = reader;
    const clock = { now: () => now };
    const index = createListingIndex({ database, clock, idsInText: 50 });
    for (let round = 0; round < 60; round += 1) {
      const state = randomState(random, { resource, row });
      const whole = { ...state, page: 1, pageSize: 300 };
      const { ids, total } = modelSearch(model, whole);
      const all = await index.all(
        { ...ask(state), source: lotSource },
        state.sort,
      );
      expect({ state, count: all.count }).toEqual({ state, count: total });
      expect([...all.portions(7)].flat()).toEqual(ids);
    }
  });

  it("counts the wanted facets only, as it does among all of them", async () => {
    const random = seeded(8);
    for (let round = 0; round < 20; round += 1) {
      const state = randomState(random, { resource, row });
      const all = await labelledFacets(reader, ask(state), { label });
      const wanted = ["maker", "model", "doors", "owners"];
      const some = await labelledFacets(reader, ask(state), { label, wanted });
      expect(Object.keys(some.options).sort()).toEqual([
        "doors",
        "maker",
        "model",
      ]);
      expect(some).toEqual({
        ...all,
        options: {
          maker: all.options.maker,
          model: all.options.model,
          doors: all.options.doors,
        },
        ranges: { owners: all.ranges.owners },
      });
    }
  });

  it("counts every facet as counting in memory does", async () => {
    const random = seeded(2);
    for (let round = 0; round < 60; round += 1) {
      const state = randomState(random, { resource, row });
      const facets = await labelledFacets(reader, ask(state), { label });
      expect(facets.total).toBe(modelSearch(model, state).total);
      expect(facets.totalUnfiltered).toBe(300);
      for (const filter of resource.filters) {
        const id = filterId(filter);
        const kind = filterKind(row.properties[filter.field] ?? {}, filter);
        if (kind === "text" || kind === "dates") continue;
        if (kind === "range") {
          const { min, max } = modelBounds(model, filter, state);
          const step = filter.step ?? 1;
          expect({ state, id, is: facets.ranges[id] }).toEqual({
            state,
            id,
            is: { min, max, step },
          });
          continue;
        }
        const counts = modelCounts(model, filter, state);
        const always = alwaysListed(model, filter, state);
        const listed = kind === "days" ? always : [...counts.keys(), ...always];
        const expected = new Map(
          listed.map((value) => [value, counts.get(value) ?? 0]),
        );
        const options = facets.options[id] ?? [];
        const actual = new Map(
          options.map(({ value, counter }) => [value, counter]),
        );
        expect(actual.size).toBe(options.length);
        if (filter.top === undefined) {
          expect({ state, id, actual }).toEqual({
            state,
            id,
            actual: expected,
          });
          continue;
        }
        const least = [...expected.values()].sort((a, b) => b - a)[
          filter.top - 1
        ];
        for (const [value, counter] of actual)
          expect(counter).toBe(expected.get(value));
        for (const [value, counter] of expected)
          if (counter > (least ?? 0) || always.includes(value))
            expect(actual.has(value)).toBe(true);
      }
    }
  });

  it("gives the count of a choice as total once it is chosen", async () => {
    const random = seeded(3);
    const choices = resource.filters.filter((filter) =>
      hasChoices(row.properties[filter.field] ?? {}, filter),
    );
    for (let round = 0; round < 60; round += 1) {
      const state = randomState(random, { resource, row });
      const facets = await labelledFacets(reader, ask(state), { label });
      const filter = pick(random, choices);
      const id = filterId(filter);
      const options = facets.options[id] ?? [];
      if (options.length === 0) continue;
      const { value, counter } = pick(random, options);
      const { total } = await search({
        ...state,
        filters: {
          ...withoutFacet(model, filter, state.filters),
          [id]: { kind: "choices", values: [value] },
        },
      });
      expect({ state, id, value, total }).toEqual({
        state,
        id,
        value,
        total: counter,
      });
    }
  });

  it("shows every lot once when one leafs through all pages", async () => {
    for (const { id } of resource.sorts) {
      const seen: string[] = [];
      for (let page = 1; page <= 7; page += 1) {
        const sort = { id, order: "DESC" } as const;
        const state = { ...unchosen, sort, page, pageSize: 50 };
        seen.push(...(await search(state)).ids);
      }
      expect(new Set(seen).size).toBe(300);
      expect(seen.length).toBe(300);
    }
  });

  it("gives a page past the end no rows and the true total", async () => {
    const state = { ...unchosen, page: 900_000 };
    expect(await search(state)).toEqual({
      ids: [],
      total: 300,
      totalUnfiltered: 300,
    });
  });

  it("finds the rest of a facet by its text", async () => {
    const found = await labelledChoices(reader, ask(unchosen), {
      filter: "chassis",
      search: "zn1",
      label,
    });
    expect(found.length).toBeGreaterThan(0);
    for (const { label: name } of found)
      expect(name.toLowerCase()).toContain("zn1");
  });

  it("takes SQL in a text for a text", async () => {
    for (const text of ["'; drop table lots; --", "\\'", '"', "' or 1=1", "$1"])
      for (const parameter of ["lot_no", "model", "chassis", "equip"]) {
        const state = { ...unchosen, search: { parameter, text } };
        expect((await search(state)).total).toBe(0);
      }
    expect((await search(unchosen)).total).toBe(300);
  });

  it("finds something or nothing for any text, and never fails", async () => {
    const texts = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(texts.filter(isPlainText), async (text) => {
        for (const { value } of resource.search?.parameters ?? []) {
          const state = { ...unchosen, search: { parameter: value, text } };
          const { total } = await search(state);
          expect(total).toBeLessThanOrEqual(300);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("knows no sort that the declaration does not name", async () => {
    const sort = { id: "row_hash; drop table lots", order: "ASC" } as const;
    expect((await search({ ...unchosen, sort })).ids).toEqual(
      (await search(unchosen)).ids,
    );
  });

  it("orders translated words by the reader's alphabet, and marks equal translations by the word", async () => {
    const translations = new Map([
      ["PEARL", "белый"],
      ["W", "белый"],
      ["BLUE", "ёж"],
      ["BLACK", "жук"],
    ]);
    const { options } = await labelledFacets(reader, ask(unchosen), {
      label: (_field, word) => translations.get(word) ?? word,
      compare: new Intl.Collator("ru").compare,
    });
    expect(options.color?.map((option) => option.label)).toEqual([
      "белый (PEARL)",
      "белый (W)",
      "ёж",
      "жук",
    ]);
  });

  it("orders dictionaries by name and grades by rank", async () => {
    const { options } = await labelledFacets(reader, ask(unchosen), { label });
    const labels = (id: string) => options[id]?.map((one) => one.label);
    expect(labels("maker")).toEqual([...(labels("maker") ?? [])].sort());
    expect(labels("condition")?.slice(0, 3)).toEqual(["S", "5", "4.5"]);
  });

  it("does not sort for a page past the end", async () => {
    const state = { ...unchosen, page: 1_000_000 };
    const { ids, total } = await search(state);
    expect(ids).toEqual([]);
    expect(total).toBe(model.lots.length);
  });
});
