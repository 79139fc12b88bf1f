import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAllowed, type Access, type Viewer } from "../../domain/access";
import { filterId, type Resource, type RowSchema } from "../../domain/resource";
import {
  isVisible,
  replyFields,
  visibleResource,
  visibleRow,
} from "../../domain/visible";
import { resources, rows, viewers } from "./support/declarations";

type Part = { name: string; access?: Access; fields?: string[] };

const fieldsOf = (row: RowSchema): Part[] =>
  Object.keys(row.properties).map((name) => ({ name, fields: [name] }));

/** Whether a field stands in a column of the list, or in none that there is. */
const isListed = (resource: Resource, seen: Resource, name: string): boolean =>
  !resource.columns.some(({ fields }) => fields.includes(name)) ||
  seen.columns.some(({ fields }) => fields.includes(name));

const filtersOf = (resource: Resource): Part[] =>
  resource.filters.map((filter) => ({
    name: filterId(filter),
    access: filter.access,
    fields: [filter.field],
  }));

const sortsOf = (resource: Resource): Required<Part>[] =>
  resource.sorts.map(({ id, access = {}, field }) => ({
    name: id,
    access,
    fields: [field],
  }));

/** Parts that keep standing while any of their fields is seen. */
const groupsOf = ({ columns, search }: Resource): Required<Part>[] => [
  ...columns.map(({ id, access = {}, fields }) => ({
    name: id,
    access,
    fields,
  })),
  ...(search?.parameters ?? []).map(({ value, access = {}, fields }) => ({
    name: value,
    access,
    fields,
  })),
];

/** Every string of a declaration. Hidden tabs appear only as refused values. */
function wordsOf({ filters, ...resource }: Resource): Set<string> {
  const plain = filters.map(({ except: _except, ...filter }) => filter);
  const text = JSON.stringify({ ...resource, filters: plain });
  return new Set(text.match(/[A-Za-z0-9]+/g));
}

type Seen = {
  resource: Resource;
  row: RowSchema;
  viewer: Viewer;
  seen: Resource;
};

/** For any declaration of which the viewer sees something. */
const whenSeen = (check: (seen: Seen) => void) => {
  let isEverSeen = false;
  fc.assert(
    fc.property(resources, rows, viewers, (resource, row, viewer) => {
      const seen = visibleResource(resource, row, viewer);
      if (!seen) return;
      isEverSeen = true;
      check({ resource, row, viewer, seen });
    }),
    { numRuns: 500 },
  );
  expect(isEverSeen).toBe(true);
};

describe("any declaration, cut to any viewer", () => {
  it("names no field, filter or sort that is hidden from them", () => {
    whenSeen(({ resource, row, viewer, seen }) => {
      const words = wordsOf(seen);
      const hidden = [
        ...[
          ...fieldsOf(row),
          ...filtersOf(resource),
          ...sortsOf(resource),
        ].filter((part) => !isVisible(row, part, viewer)),
        ...groupsOf(resource).filter(
          ({ access, fields }) =>
            !isAllowed(access, viewer) ||
            !fields.some((name) => isVisible(row, { fields: [name] }, viewer)),
        ),
        ...(resource.tabs?.values ?? [])
          .filter(({ access }) => !isAllowed(access, viewer))
          .map(({ value }) => ({ name: value })),
      ];
      for (const { name } of hidden) expect(words).not.toContain(name);
    });
  });

  it("keeps every filter, sort and column that they may see", () => {
    whenSeen(({ resource, row, viewer, seen }) => {
      const words = wordsOf(seen);
      const kept = [
        ...filtersOf(resource),
        ...sortsOf(resource).filter(({ fields: [field = ""] }) =>
          isListed(resource, seen, field),
        ),
      ];
      for (const part of kept)
        if (isVisible(row, part, viewer)) expect(words).toContain(part.name);
      for (const { name, access, fields } of groupsOf(resource))
        if (isVisible(row, { access, fields }, viewer))
          expect(words).toContain(name);
      for (const call of ["export", "detail"] as const)
        expect(seen.calls[call] !== undefined).toBe(
          resource.calls[call] !== undefined &&
            isAllowed(resource.calls[call].access, viewer),
        );
    });
  });

  it("neither sorts nor draws cards by what only hidden columns have", () => {
    whenSeen(({ resource, seen }) => {
      const card = seen.card ?? { title: [] };
      const { title, lines = [], amounts = [], ...single } = card;
      const fields = [
        ...seen.sorts.map(({ field }) => field),
        ...(seen.defaultOrder ? [seen.defaultOrder.field] : []),
        ...title,
        ...lines.flat(),
        ...amounts,
        ...Object.values(single),
      ];
      for (const field of fields)
        expect(isListed(resource, seen, field)).toBe(true);
    });
  });

  it("says nothing of who else sees what", () => {
    whenSeen(({ row, viewer, seen }) => {
      const shown = JSON.stringify([seen, visibleRow(row, viewer)]);
      expect(shown).not.toMatch(/access"|"(admin|roles|flags|userTypes)"/);
      expect(typeof seen.table).toBe("string");
    });
  });

  it("asks for no field of its rows that is hidden from them", () => {
    whenSeen(({ row, viewer, seen }) => {
      const known = Object.keys(visibleRow(row, viewer).properties);
      expect(known).toEqual(
        expect.arrayContaining(replyFields(seen, row, viewer)),
      );
    });
  });

  it("is itself when it is cut again", () => {
    whenSeen(({ row, viewer, seen }) => {
      expect(visibleResource(seen, row, viewer)).toEqual(seen);
    });
  });
});
