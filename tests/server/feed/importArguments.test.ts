import { describe, expect, it } from "vitest";
import {
  readArguments,
  UsageError,
} from "../../../server/feed/importArguments";

const words = (text: string) => readArguments(text.split(" "));

describe("the command line of an import", () => {
  it("has feed, area, file or address, format and encoding", () => {
    expect(
      words(
        "--feed ajes --into auction --format xml --encoding cp1251 https://x/y",
      ),
    ).toEqual({
      feed: "ajes",
      area: "auction",
      format: "xml",
      encoding: "cp1251",
      source: "https://x/y",
    });
    expect(words("--feed ajes --into stats")?.source).toBeUndefined();
    expect(words("--help")).toBeNull();
  });

  it.each([
    ["--feed a --into b --format xls", 'Unknown format "xls"'],
    ["--feed a --into b --encoding klingon", 'Unknown encoding "klingon"'],
    ["--feed a --into b x y", "Only one FILE"],
    ["--feed a", "--into is missing"],
  ])("is rejected with the reason: %s", (text, reason) => {
    expect(() => words(text)).toThrow(UsageError);
    expect(() => words(text)).toThrow(reason);
  });
});
