import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listCall, readCall } from "../../../domain/listing/call";
import { listQuerySchema } from "../../../domain/listing/querySchema";
import { emptyState, readUrl, writeUrl } from "../../../domain/listing/url";
import { anyList } from "../support/anySchema";

describe("a filter on any field that an administrator adds", () => {
  it("is read from the URL as it was written", () => {
    fc.assert(
      fc.property(anyList, ({ resource, row, filters }) => {
        const state = { ...emptyState(resource), filters };
        const url = writeUrl(resource, state);
        expect(readUrl(resource, row, url)).toEqual({ state, dropped: [] });
      }),
    );
  });

  it("is read from the call as it was written", () => {
    fc.assert(
      fc.property(anyList, ({ resource, row, filters }) => {
        const state = { ...emptyState(resource), filters };
        const call = listCall(resource, state);
        expect(readCall(resource, row, call)).toMatchObject({
          state,
          errors: [],
        });
      }),
    );
  });

  it("passes the schema that is derived for its call", () => {
    const ajv = new Ajv();
    fc.assert(
      fc.property(anyList, ({ resource, row, filters }) => {
        const check = ajv.compile(listQuerySchema(resource, row));
        check(listCall(resource, { ...emptyState(resource), filters }));
        expect(check.errors).toBeNull();
      }),
      { numRuns: 40 },
    );
  });
});
