import { expect, it } from "vitest";
import { decodeTable } from "../../../src/workspace/editing/import/decodeTable";

const bytesOf = (values: Iterable<number>) => Uint8Array.from(values).buffer;

it("reads UTF-8 and UTF-16 as spreadsheets save them", () => {
  const text = "цена;¥\n1;2";
  expect(decodeTable(bytesOf(new TextEncoder().encode(text)))).toBe(text);
  const units = Array.from(`\ufeff${text}`, (char) => char.charCodeAt(0));
  const little = units.flatMap((unit) => [unit & 0xff, unit >> 8]);
  const big = units.flatMap((unit) => [unit >> 8, unit & 0xff]);
  expect(decodeTable(bytesOf(little))).toBe(text);
  expect(decodeTable(bytesOf(big))).toBe(text);
});

it("refuses other encodings and files that are no text", () => {
  expect(decodeTable(bytesOf([0xf6, 0xe5, 0xed, 0xe0]))).toBeNull();
  expect(decodeTable(bytesOf([0x50, 0x4b, 0x03, 0x00]))).toBeNull();
});
