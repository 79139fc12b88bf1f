import type { Resource, RowSchema } from "../../../domain/resource";
import { Toasts } from "../../../src/layout/Toasts";
import {
  createWorkspace,
  type FormPaths,
} from "../../../src/providers/createWorkspace";
import ListingPage from "../../../src/workspace/page/ListingPage";
import { port } from "./ports";
import { renderInWorkspace, screenIs } from "./renderList";

export type PortRow = {
  id: string;
  name: string;
  country: string;
  depth: number;
};

export const kobe = { id: "7", name: "Kobe", country: "japan", depth: 18 };
export const otaru = { id: "8", name: "Otaru", country: "japan", depth: 14 };
export const vanino = { id: "9", name: "Vanino", country: "russia", depth: 11 };

/** The reply of the list call with one page of ports. */
export const portsReply = (rows: readonly PortRow[], more: object = {}) => ({
  success: true,
  rows,
  pageInfo: {
    page: 1,
    pageSize: 20,
    totalSearchResults: rows.length,
    totalResults: rows.length,
  },
  ...more,
});

/** Renders a list of ports; the test answers its calls by `fakeServer`. */
export function renderPorts(
  list: Resource,
  {
    size = "desk",
    forms,
    textsFor,
  }: {
    size?: "desk" | "phone";
    forms?: Record<string, FormPaths>;
    /** The sections of the locales for rows with a value. */
    textsFor?: RowSchema["x-textsFor"];
  } = {},
) {
  screenIs(size);
  const workspace = createWorkspace({
    resources: [list],
    schemas: { port: { ...port, ...(textsFor && { "x-textsFor": textsFor }) } },
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer: true,
    forms,
  });
  return renderInWorkspace(
    <>
      <ListingPage resource={list} />
      <Toasts />
    </>,
    { workspace, address: "/ports" },
  );
}
