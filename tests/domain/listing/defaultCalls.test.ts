import { expect, it } from "vitest";
import { withDefaultCalls } from "../../../domain/listing/defaultCalls";
import type { DeclaredResource } from "../../../domain/resource";

const path = "/elsewhere";
const write = { path, method: "POST" as const, body: "notice" };
const calls = {
  list: { path },
  facets: { path },
  options: { owner: { path } },
  detail: { path },
  export: { path },
  share: { path },
  seen: { path },
  create: write,
  update: write,
  remove: write,
  history: { path },
  import: { access: { roles: ["manager"] } },
} satisfies Required<NonNullable<DeclaredResource["calls"]>>;

it("keeps every call that a list declares", () => {
  const { calls: kept } = withDefaultCalls({
    name: "notices",
    route: "/notices",
    row: "notice",
    key: "id",
    calls,
    columns: [],
    card: { title: ["title"], lines: [] },
    filters: [],
    sorts: [],
    table: "simple",
    views: ["default"],
  });
  expect(kept).toMatchObject(calls);
});
