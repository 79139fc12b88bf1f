import { sql } from "kysely";
import { expect, it } from "vitest";
import { lotSource } from "../../../../server/catalog";
import { facetPlans } from "../../../../server/workspace/listing/facetPlan";
import { narrowingOf } from "../../../../server/workspace/listing/narrowing";
import { readsOtherRows } from "../../../../server/workspace/listing/readsOtherRows";
import type { RowSource } from "../../../../server/workspace/listing";
import { carAuction, client, lotSchema } from "./support/declared";

const source: RowSource = {
  ...lotSource,
  fields: {
    ...lotSource.fields,
    grade: {
      kind: "expression",
      expression: sql`(select max(name) from terms)`,
      readsOthers: true,
    },
  },
};

const query = {
  source,
  resource: {
    ...carAuction(),
    filters: [{ field: "grade" }, { field: "year" }],
  },
  row: lotSchema(),
  viewer: client,
  where: undefined,
  state: { filters: {}, search: null },
};
const facets = facetPlans(source, query, narrowingOf(source, query));
const year = { kind: "range", from: 2010, to: null } as const;
const grade = { kind: "text", text: "A" } as const;

it("finds a field of other rows among filters, fixed conditions and facets", () => {
  const withYear = { ...query, state: { filters: { year }, search: null } };
  expect(readsOtherRows(source, withYear, facets)).toBe(false);
  const withGrade = { ...query, state: { filters: { grade }, search: null } };
  expect(readsOtherRows(source, withGrade, facets)).toBe(true);
  const where = [{ field: "grade", in: ["A"] }];
  expect(readsOtherRows(source, { ...query, where }, facets)).toBe(true);
  const [facet] = facets;
  if (!facet) throw new Error("The list has no facet");
  const ofGrade = { ...facet, filter: { field: "grade" } };
  expect(readsOtherRows(source, query, [ofGrade])).toBe(true);
});
