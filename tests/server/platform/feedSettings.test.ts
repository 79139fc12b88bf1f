import { describe, expect, it } from "vitest";
import { readConfig } from "../../../server/platform/config";
import { readFeedSettings } from "../../../server/platform/feedSettings";

describe("the settings of feeds", () => {
  it("are read by the feed's name; an empty variable counts as unset", () => {
    const environment = {
      FEED_STOCK_CSV_URL: " https://feeds.example/stock ",
      FEED_STOCK_CSV_KEY: "",
    };
    expect(readFeedSettings(environment, "stock-csv")).toEqual({
      url: "https://feeds.example/stock",
      key: undefined,
    });
  });

  it.each([
    "ftp://feeds.example/x-s3cret",
    "x-s3cret",
    "http://x-s3cret:99999",
  ])("are rejected with name and reason, without the value: %s", (value) => {
    const read = () => readConfig({ FEED_AJES_URL: value });
    expect(read).toThrow(
      "Setting FEED_AJES_URL must be an http or https address",
    );
    expect(read).not.toThrow("s3cret");
  });

  it("are rejected together with the other settings, a line each", () => {
    expect(() =>
      readConfig({ PORT: "http", FEED_AJES_KEY: "k".repeat(501) }),
    ).toThrow(/^Setting PORT must .+\nSetting FEED_AJES_KEY must .+$/);
  });
});
