import { describe, expect, it } from "vitest";
import bidManagerText from "../../../resources/bid-manager.json?raw";
import carAuction from "../../../resources/car-auction.json";
import carAuctionText from "../../../resources/car-auction.json?raw";
import myBidsText from "../../../resources/my-bids.json?raw";
import {
  documentOf,
  edited,
  isChanged,
  redone,
  startDraft,
  undone,
  type Draft,
} from "../../../src/workshop/document/draft";
import { formatJson } from "../../../domain/declarations/formatJson";
import { mergeForm } from "../../../src/workshop/document/mergeForm";
import { rangeOf } from "../../../src/workshop/document/pointer";
import {
  forgetDraft,
  storeDraft,
  storedDraft,
} from "../../../src/workshop/document/storedDraft";

const begun = (): Draft =>
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
  it("stands as in the files", () => {
    for (const text of [carAuctionText, myBidsText, bidManagerText])
      expect(`${formatJson(JSON.parse(text))}\n`).toBe(text);
  });

  it("shows where a pointer leads, or the nearest part around it", () => {
    const { text } = begun().present;
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
  it("is unchanged as long as only spaces differ", () => {
    const draft = begun();
    expect(isChanged(draft)).toBe(false);
    const spaced = withText(draft, JSON.stringify(carAuction), 0);
    expect(isChanged(spaced)).toBe(false);
    expect(isChanged(withText(draft, "{}", 0))).toBe(true);
  });

  it("joins what is typed at once, and takes each step back", () => {
    const first = withText(begun(), '{"a":1}', 1000);
    const second = withText(first, '{"a":12}', 1500);
    const later = withText(second, '{"a":123}', 9000);
    const back = undone(later);
    expect(back.present.text).toBe('{"a":12}');
    expect(undone(back).present).toEqual(begun().present);
    expect(redone(back).present.text).toBe('{"a":123}');
    expect(undone(begun())).toEqual(begun());
  });

  it("keeps a text that is broken at the moment, and says nothing by it", () => {
    const broken = withText(begun(), '{"name": "car-', 0);
    expect(documentOf(broken.present)).toBeNull();
    expect(isChanged(broken)).toBe(true);
    expect(documentOf(undone(broken).present)?.declaration).toEqual(carAuction);
  });

  it("is kept in the browser for its author until it is let go", () => {
    const draft = withText(begun(), '{"broken', 0);
    storeDraft("1", "car-auction", draft);
    expect(storedDraft("2", "car-auction")).toBeNull();
    expect(storedDraft("1", "car-auction")).toMatchObject({
      base: { version: "1" },
      present: { text: '{"broken' },
    });
    forgetDraft("1", "car-auction");
    expect(storedDraft("1", "car-auction")).toBeNull();
  });
});

describe("what a form gives back", () => {
  it("keeps the order of what was there, and no empty parts", () => {
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

  it("knows entries that have moved by their names", () => {
    const [first, second, ...others] = carAuction.columns;
    const moved = [second, { cell: "", ...first, width: 300 }, ...others];
    const columns = mergeForm(carAuction, { ...carAuction, columns: moved })
      .columns as object[];
    expect(columns.map((column) => Object.keys(column)[0])).toEqual(
      columns.map(() => "id"),
    );
    expect(columns[1]).toMatchObject({ id: "lot", width: 300 });
  });

  it("keeps a list whose last entry has gone", () => {
    expect(
      mergeForm(carAuction, { ...carAuction, filters: [] }),
    ).toHaveProperty("filters", []);
  });
});
