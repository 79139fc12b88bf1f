import { expect, it } from "vitest";
import { bidTexts, textsOfBids } from "../../domain/bidRules";
import { textSection, type RowSchema } from "../../domain/resource";
import bid from "../../schemas/bid.json";
import favorite from "../../schemas/favorite.json";
import lot from "../../schemas/lot.json";
import stock from "../../schemas/stock.json";

it.each([
  ["stock", "orders"],
  ["auction", undefined],
  ["bikes", undefined],
  [undefined, undefined],
])("a bid on a lot of %s has the texts of %s", (area, section) => {
  expect(bidTexts(area)).toBe(section);
  for (const row of [bid, favorite, stock] as RowSchema[])
    expect(textSection(row, { lotType: area })).toBe(section);
  expect(textSection(lot as RowSchema, { lotType: area })).toBeUndefined();
});

it("bids and orders together have texts of their own", () => {
  expect(textsOfBids(["auction", "bikes"])).toBeUndefined();
  expect(textsOfBids(["stock", "stock"])).toBe("orders");
  expect(textsOfBids(["stock", "bikes"])).toBe("bidsAndOrders");
  expect(textsOfBids([])).toBeUndefined();
});
