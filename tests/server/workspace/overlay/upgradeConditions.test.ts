import { expect, it } from "vitest";
import type { Document } from "../../../../domain/declarations/document";
import { documentIn, writeOverlay } from "../../../../server/workspace/overlay";
import { inTransaction } from "../../../../server/platform/database";
import { testApp } from "../../../support/app";

const unless = { userTypes: ["manager"] };

/** The fixed condition of announcements in the language of version 0.2. */
const oldWhere = [
  { field: "from", atMost: "@today", unless },
  { field: "until", atLeast: "@today", orEmpty: true, unless },
  { field: "audience", in: ["everybody", "@role"], unless },
];

const withPart = (document: Document, part: object): Document => ({
  ...document,
  declaration: { ...document.declaration, ...part },
});

it("reads edits that were published in the language of version 0.2", async () => {
  const { context } = await testApp();
  const { declarations, database, workspace } = context;
  const files = declarations.files();
  const announcements = documentIn(files, "announcements");
  const archive = documentIn(files, "archive-bids");
  if (!announcements || !archive) throw new Error("A list is missing");
  const { where } = announcements.declaration as { where: unknown };
  const oldFilters = (archive.declaration.filters as { field: string }[]).map(
    (filter) =>
      filter.field === "userId"
        ? { ...filter, when: { filter: "bidType", in: ["All", "Clients"] } }
        : filter,
  );
  const oldAnnouncements = withPart(announcements, { where: oldWhere });
  const oldArchive = withPart(archive, { filters: oldFilters });
  await inTransaction(database, async (trx) => {
    for (const [resource, base, edit] of [
      ["announcements", oldAnnouncements, { where: oldWhere.slice(1) }],
      ["archive-bids", oldArchive, { icon: "star" }],
    ] as const) {
      const target = withPart(base, edit);
      const { id } = await trx
        .insertInto("workspace_changes")
        .values({
          resource,
          kind: "publish",
          author_name: "Anna",
          at: new Date(),
          reason: "Before the upgrade",
          author_id: null,
          undoes: null,
          widened: "[]",
          before: JSON.stringify(base),
          after: JSON.stringify(target),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await writeOverlay(trx, { resource, base, target, version: id });
    }
  });
  await declarations.reload();
  expect(declarations.refused()).toEqual([]);
  expect(workspace.resource("announcements").where).toEqual(
    (where as unknown[]).slice(1),
  );
  expect(workspace.resource("archive-bids").icon).toBe("star");
  expect(workspace.resource("archive-bids").filters).toEqual(
    archive.declaration.filters,
  );
});
