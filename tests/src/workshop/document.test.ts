import { describe, expect, it } from "vitest";
import { act, renderHook } from "@testing-library/react";
import bidManagerText from "../../fixtures/resources/bid-manager.json?raw";
import carAuction from "../../fixtures/resources/car-auction.json";
import carAuctionText from "../../fixtures/resources/car-auction.json?raw";
import myBidsText from "../../fixtures/resources/my-bids.json?raw";
import {
  documentOf,
  edited,
  isChanged,
  redone,
  startDraft,
  undone,
  type Draft,
  type EditableResource,
} from "../../../src/workshop/document/draft";
import { formatJson } from "../../../domain/declarations/formatJson";
import { mergeForm } from "../../../src/workshop/document/mergeForm";
import {
  formPlaceOf,
  rangeOf,
} from "../../../src/workshop/document/problemPlace";
import {
  storeDraft,
  storedDraft,
  useDraft,
} from "../../../src/workshop/document/useDraft";

const newDraft = (): Draft =>
  startDraft({
    version: "1",
    document: {
      declaration: carAuction,
      labels: { en: { title: "Car auctions" }, ru: { title: "Автоаукционы" } },
    },
  });

const withText = (draft: Draft, text: string, at: number, group = "json") =>
  edited(draft, { ...draft.present, text }, { group, at });

describe("the text of a declaration", () => {
  it("is formatted as in the files", () => {
    for (const text of [carAuctionText, myBidsText, bidManagerText])
      expect(`${formatJson(JSON.parse(text))}\n`).toBe(text);
  });

  it("finds the range of a pointer or of the nearest enclosing part", () => {
    const { text } = newDraft().present;
    const at = (pointer: string) => {
      const { from, to } = rangeOf(text, pointer);
      return text.slice(from, to);
    };
    expect(at("/columns/1/sort")).toBe('"auctionDate"');
    expect(at("/columns")).toBe('"columns"');
    expect(at("/columns/1")).toBe("{");
    expect(at("/columns/1/nothing/here")).toBe("{");
    expect(at("")).toBe("{");
  });
});

describe("a draft", () => {
  it("is unchanged if only white space differs", () => {
    const draft = newDraft();
    expect(isChanged(draft)).toBe(false);
    const spaced = withText(draft, JSON.stringify(carAuction), 0);
    expect(isChanged(spaced)).toBe(false);
    expect(isChanged(withText(draft, "{}", 0))).toBe(true);
  });

  it("joins quick edits into one undo step", () => {
    const first = withText(newDraft(), '{"a":1}', 1000);
    const second = withText(first, '{"a":12}', 1500);
    const later = withText(second, '{"a":123}', 9000);
    const back = undone(later);
    expect(back.present.text).toBe('{"a":12}');
    expect(undone(back).present).toEqual(newDraft().present);
    expect(redone(back).present.text).toBe('{"a":123}');
    expect(undone(newDraft())).toEqual(newDraft());
  });

  it("keeps an invalid text, which has no document", () => {
    const broken = withText(newDraft(), '{"name": "car-', 0);
    expect(documentOf(broken.present)).toBeNull();
    expect(isChanged(broken)).toBe(true);
    expect(documentOf(undone(broken).present)?.declaration).toEqual(carAuction);
  });

  it("is stored in the browser for its author", () => {
    const draft = withText(newDraft(), '{"broken', 0);
    storeDraft("1", "car-auction", draft);
    expect(storedDraft("2", "car-auction")).toBeNull();
    expect(storedDraft("1", "car-auction")).toMatchObject({
      base: { version: "1" },
      present: { text: '{"broken' },
    });
    storeDraft("1", "car-auction", null);
    expect(storedDraft("1", "car-auction")).toBeNull();
  });
});

describe("mergeForm", () => {
  it("keeps the order of keys and drops empty parts", () => {
    const { columns, ...rest } = carAuction;
    const filled = {
      columns: columns.map(({ id, ...column }) => ({
        access: { flags: [], roles: [] },
        ...column,
        id,
      })),
      ...rest,
      access: { flags: [] },
      tabs: { values: [] },
    };
    const { access: _, ...open } = carAuction;
    expect(JSON.stringify(mergeForm(carAuction, filled))).toBe(
      JSON.stringify(open),
    );
  });

  it("matches moved entries by their names", () => {
    const [first, second, ...others] = carAuction.columns;
    const moved = [second, { cell: "", ...first, width: 300 }, ...others];
    const columns = mergeForm(carAuction, { ...carAuction, columns: moved })
      .columns as object[];
    expect(columns.map((column) => Object.keys(column)[0])).toEqual(
      columns.map(() => "id"),
    );
    expect(columns[1]).toMatchObject({ id: "lot", width: 300 });
  });

  it("keeps parts that were empty before", () => {
    const before = {
      ...carAuction,
      calls: { facets: {}, options: { maker: {} } },
      savedViews: {},
    };
    for (const filled of [
      { ...before, calls: { ...before.calls, create: {}, list: {} } },
      { ...before, calls: undefined, savedViews: undefined },
    ])
      expect(mergeForm(before, filled)).toEqual(before);
  });

  it("keeps a part that loses its access rule", () => {
    const before = {
      savedViews: { share: { access: { roles: ["admin"] } } },
      menu: { order: 1 },
    };
    const filled = { savedViews: { share: { access: {} } }, menu: {} };
    expect(mergeForm(before, filled)).toEqual({ savedViews: { share: {} } });
  });

  it("keeps a list that was emptied", () => {
    expect(
      mergeForm(carAuction, { ...carAuction, filters: [] }),
    ).toHaveProperty("filters", []);
  });
});

it("finds the place of a problem in the form", () => {
  const options = { name: "car-auction", declaration: carAuction };
  const place = (file: string, pointer: string) =>
    formPlaceOf({ file, pointer, reason: "" }, options);
  expect(place("resources/car-auction.json", "/columns/1/sort")).toEqual({
    path: ["columns", 1, "sort"],
    inputId: "root_columns_1_sort",
  });
  const id = carAuction.columns[1]?.id ?? "";
  expect(
    place("locales/ru.json", `/resources/car-auction/columns/${id}`),
  ).toEqual({ path: ["columns", 1], inputId: `label-ru-columns.${id}` });
  expect(place("resources/my-bids.json", "/columns/1")).toBeNull();
});

const key = "seriba.workshop.1.cars";
const published: EditableResource = {
  id: "cars",
  document: { declaration: { name: "cars" }, labels: { en: {}, ru: {} } },
  version: "1",
  row: {},
  kind: "list" as const,
  fieldLabels: { en: {}, ru: {} },
  structural: [],
  filledBy: null,
  created: [],
  isCreated: false,
};

/** Opens the draft as a tab does, and edits its text. */
function openTab() {
  const { result } = renderHook(() => useDraft(published, "1"));
  return {
    text: () => result.current.draft.present.text,
    edit: (text: string) => act(() => result.current.editText(text)),
    undo: () => act(() => result.current.undo()),
  };
}

/** Tells this page that another tab has changed the stored draft. */
const announce = () =>
  act(() => {
    dispatchEvent(new StorageEvent("storage", { key }));
  });

it("shows the edits of another tab, which can be undone here", () => {
  const tab = openTab();
  tab.edit('{"name":"mine"}');
  const stored = localStorage.getItem(key) ?? "";
  localStorage.setItem(key, stored.replace("mine", "theirs"));
  announce();
  expect(tab.text()).toBe('{"name":"theirs"}');
  expect(storedDraft("1", "cars")?.present.text).toBe('{"name":"theirs"}');
  tab.undo();
  expect(tab.text()).toBe('{"name":"mine"}');
});

it("ends with the draft that another tab has published or discarded", () => {
  const tab = openTab();
  tab.edit('{"name":"mine"}');
  localStorage.removeItem(key);
  announce();
  expect(JSON.parse(tab.text())).toEqual({ name: "cars" });
  expect(storedDraft("1", "cars")).toBeNull();
});

it("follows the published version without a change of its own, also if only a label is new", () => {
  const { result, rerender } = renderHook(
    (resource: EditableResource) => useDraft(resource, "1"),
    { initialProps: published },
  );
  const labels = { en: { title: "Cars for sale" }, ru: {} };
  rerender({
    ...published,
    document: { ...published.document, labels },
    version: "2",
  });
  expect(result.current.isChanged).toBe(false);
  expect(result.current.draft.present.labels).toEqual(labels);
  expect(result.current.draft.base.version).toBe("2");
  expect(storedDraft("1", "cars")).toBeNull();
});
