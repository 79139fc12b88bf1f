import { expect, it } from "vitest";
import type { Access } from "../../../domain/access";
import { createMessages } from "../../../server/platform/messages";
import { createSchemas } from "../../../server/platform/schemas/registry";
import { findWarnings } from "../../../server/workspace/checks/findWarnings";
import { runAtOnce } from "../../../server/platform/steps";

const managers: Access = { userTypes: ["manager"] };

const row = (id: string, more: { access?: Access; copies?: string }) => ({
  $schema: "./meta/row.json",
  $id: id,
  type: "object",
  ...(more.copies && { "x-copies": more.copies }),
  properties: {
    rent: { type: "integer", ...(more.access && { "x-access": more.access }) },
  },
});

it("warns about a field that its copy hides, and about no unrelated row", () => {
  const schemas = createSchemas([
    row("depot", {}),
    row("offer", { copies: "depot", access: managers }),
    row("room", {}),
  ]);
  const warnings = runAtOnce(
    findWarnings({ resources: [], schemas, messages: createMessages({}) }),
  );
  const shown = warnings.filter(
    ({ message }) => message?.id === "accessDiffers",
  );
  expect(shown.map(({ file, pointer }) => `${file} ${pointer}`)).toEqual([
    "schemas/depot.json /properties/rent",
  ]);
});
