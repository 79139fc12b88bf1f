import { renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import carAuction from "../../../resources/car-auction.json";
import { edited, startDraft } from "../../../src/workshop/document/draft";
import type { Check, Document } from "../../../src/workshop/document/types";
import { useLastGood } from "../../../src/workshop/preview/useLastGood";

const published: Document = {
  declaration: carAuction,
  labels: { en: {}, ru: {} },
};
const start = startDraft({ document: published, version: "1" });

const draftOf = (text: string) =>
  edited(start, { ...start.present, text }, { group: "text", at: 0 });
const isWith = ({ declaration }: Document, sign: string) =>
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
  },
});

const good = checkWith([]);
const bad = checkWith(["unknown key"]);

type Props = Parameters<typeof useLastGood>[0];
const state = (
  draft: typeof start,
  check: Check | null,
  isChecking = false,
): Props => ({
  editing: { draft, isChanged: draft !== start },
  checked: { check, isChecking },
});

describe("what the preview shows of a draft", () => {
  it("is what is published, without waiting, as long as nothing is changed", () => {
    const { result } = renderHook(useLastGood, {
      initialProps: state(start, null, true),
    });
    expect(result.current).toEqual({ document: published, isStale: false });
  });

  it("is the draft once it has been found without mistakes", () => {
    const { result, rerender } = renderHook(useLastGood, {
      initialProps: state(start, null),
    });
    rerender(state(one, null, true));
    expect(isWith(result.current.document, '"one"')).toBe(false);
    rerender(state(one, good));
    expect(isWith(result.current.document, '"one"')).toBe(true);
    expect(result.current.isStale).toBe(false);
  });

  it("is its last state without mistakes while it has some", () => {
    const { result, rerender } = renderHook(useLastGood, {
      initialProps: state(one, good),
    });
    for (const next of [state(other, bad), state(broken, good)]) {
      rerender(next);
      expect(isWith(result.current.document, '"one"')).toBe(true);
      expect(result.current.isStale).toBe(true);
    }
  });

  it("stays marked as the last one without mistakes until the next check is there", () => {
    const { result, rerender } = renderHook(useLastGood, {
      initialProps: state(one, bad),
    });
    rerender(state(other, bad, true));
    expect(result.current.isStale).toBe(true);
    rerender(state(other, good));
    expect(result.current.isStale).toBe(false);
  });
});
