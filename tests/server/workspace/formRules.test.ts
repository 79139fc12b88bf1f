import { expect, it } from "vitest";
import { withDefaultCalls } from "../../../domain/listing/defaultCalls";
import type { DeclaredResource, Resource } from "../../../domain/resource";
import { visibleResource } from "../../../domain/visible";
import freight from "../../../resources/freight.json";
import { createSchemas } from "../../../server/platform/schemas/registry";
import { formFaults } from "../../../server/workspace/checks/formRules";
import {
  viewerKinds,
  viewerWith,
} from "../../../server/workspace/checks/accessRules";
import freightRow from "../../../schemas/freight.json";

const { $schema: _, ...rates } = freight;
const schemas = createSchemas([{ ...freightRow, $schema: "./meta/row.json" }]);

const withForm = (sections: NonNullable<Resource["form"]>["sections"]) =>
  withDefaultCalls({
    ...(rates as unknown as DeclaredResource),
    form: { sections },
  });

const problemsOf = (sections: NonNullable<Resource["form"]>["sections"]) =>
  [
    ...formFaults(withForm(sections), { schemas, areSchemasPartial: false }),
  ].map(({ pointer, message }) => `${pointer} ${message?.id ?? ""}`);

it("accepts a layout of fields that the form asks for", () => {
  expect(problemsOf([{ id: "rate", fields: ["price", "note"] }])).toEqual([]);
});

it("refuses unknown fields and fields that the program fills in", () => {
  expect(problemsOf([{ id: "rate", fields: ["prise", "updatedAt"] }])).toEqual([
    "/form/sections/0/fields/0 formLacksField",
    "/form/sections/0/fields/1 formLacksField",
  ]);
});

it("refuses fields and sections that appear twice", () => {
  expect(
    problemsOf([
      { id: "rate", fields: ["price", "note"] },
      { id: "rate", fields: ["note"] },
    ]),
  ).toEqual([
    "/form/sections/1/id nameTaken",
    "/form/sections/1/fields/0 nameTaken",
  ]);
});

it("leaves out hidden fields, and sections without any other field", () => {
  const { properties } = schemas.row("freight");
  const { price, note, ...others } = properties;
  const managers = { userTypes: ["manager" as const] };
  const row = {
    $id: "freight",
    properties: {
      ...others,
      price: { ...price, "x-access": managers },
      // A condition over a hidden field hides the field too.
      note: { ...note, "x-when": { field: "price", filled: true as const } },
    },
  };
  const form = withForm([
    { id: "money", fields: ["price", "note"] },
    { id: "way", fields: ["loadingPort", "destination"] },
  ]);
  const sectionsFor = (userType: number) => {
    const kind = viewerKinds.find(
      (viewer) => viewer.userType === userType && viewer.roleId === 0,
    );
    if (!kind) throw new Error("No such viewer");
    const cut = visibleResource(form, row, viewerWith(kind, []));
    return cut?.form?.sections.map(({ id, fields }) => [id, ...fields]);
  };
  expect(sectionsFor(2)).toEqual([["way", "loadingPort", "destination"]]);
  expect(sectionsFor(3)).toEqual([
    ["money", "price", "note"],
    ["way", "loadingPort", "destination"],
  ]);
});
