import { renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import carAuction from "../../fixtures/resources/car-auction.json";
import {
  edited,
  startDraft,
  type Check,
  type Document,
} from "../../../src/workshop/document/draft";
import { useLastValid } from "../../../src/workshop/preview/PreviewPane";

const published: Document = {
  declaration: carAuction,
  labels: { en: {}, ru: {} },
};
const start = startDraft({ document: published, version: "1" });

const draftOf = (text: string) =>
  edited(start, { ...start.present, text }, { group: "text", at: 0 });
const contains = ({ declaration }: Document, sign: string) =>
  JSON.stringify(declaration).includes(sign);

const one = draftOf('{ "columns": [{ "id": "one" }] }');
const other = draftOf('{ "columns": [{ "id": "other" }] }');
const broken = draftOf("{ nothing");

const checkWith = (reasons: string[]): Check => ({
  success: true,
  problems: reasons.map((reason) => ({ file: "a", pointer: "/", reason })),
  warnings: [],
  difference: [],
  impact: {
    savedSearches: { count: 0, users: 0, params: [] },
    urls: [],
    layouts: { users: 0, columns: [] },
    indexes: { created: [], dropped: [] },
    viewers: [],
    rows: 0,
  },
});

const good = checkWith([]);
const bad = checkWith(["unknown key"]);

type Props = Parameters<typeof useLastValid>[0];
const state = (
  draft: typeof start,
  check: Check | null,
  isChecking = false,
): Props => ({
  editing: { draft, isChanged: draft !== start },
  checked: { check, isChecking },
});

describe("useLastValid", () => {
  it("returns the published version if nothing is changed", () => {
    const { result } = renderHook(useLastValid, {
      initialProps: state(start, null, true),
    });
    expect(result.current).toEqual({ document: published, isStale: false });
  });

  it("returns the draft after a check without errors", () => {
    const { result, rerender } = renderHook(useLastValid, {
      initialProps: state(start, null),
    });
    rerender(state(one, null, true));
    expect(contains(result.current.document, '"one"')).toBe(false);
    rerender(state(one, good));
    expect(contains(result.current.document, '"one"')).toBe(true);
    expect(result.current.isStale).toBe(false);
  });

  it("keeps the last valid version while the draft has errors", () => {
    const { result, rerender } = renderHook(useLastValid, {
      initialProps: state(one, good),
    });
    for (const next of [state(other, bad), state(broken, good)]) {
      rerender(next);
      expect(contains(result.current.document, '"one"')).toBe(true);
      expect(result.current.isStale).toBe(true);
    }
  });

  it("stays stale until the next check", () => {
    const { result, rerender } = renderHook(useLastValid, {
      initialProps: state(one, bad),
    });
    rerender(state(other, bad, true));
    expect(result.current.isStale).toBe(true);
    rerender(state(other, good));
    expect(result.current.isStale).toBe(false);
  });
});
