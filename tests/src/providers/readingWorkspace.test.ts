import { describe, expect, it } from "vitest";
import { withDefaultCalls } from "../../../domain/listing/defaultCalls";
import type { Resource } from "../../../domain/resource";
import {
  createWorkspace,
  readingWorkspace,
} from "../../../src/providers/createWorkspace";

const notices = withDefaultCalls({
  name: "notices",
  route: "/notices",
  row: "notice",
  key: "id",
  store: "records",
  columns: [
    { id: "english", fields: ["titleEn", "day"] },
    { id: "russian", fields: ["titleRu"] },
  ],
  card: { title: ["titleEn", "titleRu"], lines: [["titleRu", "day"]] },
  filters: [],
  sorts: [],
  table: "simple",
  views: ["default", "card"],
});

const workspaceOf = (resource: Resource) =>
  createWorkspace({
    resources: [resource],
    schemas: {
      notice: {
        $id: "notice",
        properties: {
          titleEn: { type: "string", "x-language": "en" },
          titleRu: { type: "string", "x-language": "ru" },
          day: { type: "string", format: "date" },
        },
      },
    },
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer: true,
  });

const { update: _, ...readOnly } = notices.calls;

describe("fields in several languages", () => {
  it("are shown to a reader in the reader's language alone", () => {
    const read = readingWorkspace(
      workspaceOf({ ...notices, calls: readOnly }),
      "ru",
    );
    const { columns, card } = read.resource("notices");
    expect(columns.map(({ fields }) => fields)).toEqual([["day"], ["titleRu"]]);
    expect(card).toMatchObject({
      title: ["titleRu"],
      lines: [["titleRu", "day"]],
    });
    expect(Object.keys(read.row("notice").properties)).toEqual([
      "titleRu",
      "day",
    ]);
    expect(read.row("notice")).toBe(read.row("notice"));
  });

  it("are all shown to an editor, except on cards", () => {
    const edited = workspaceOf(notices);
    const read = readingWorkspace(edited, "en");
    const { columns, card } = read.resource("notices");
    expect(columns).toEqual(notices.columns);
    expect(card).toMatchObject({ title: ["titleEn"], lines: [["day"]] });
    expect(read.row("notice")).toBe(edited.row("notice"));
  });
});
