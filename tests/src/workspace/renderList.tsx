import { QueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type Store } from "ra-core";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { vi } from "vitest";
import { roleOf } from "../../../domain/access";
import type { Resource, RowSchema } from "../../../domain/resource";
import texts from "../../../locales/en.json";
import bid from "../../../schemas/bid.json";
import lot from "../../../schemas/lot.json";
import { MenuContextProvider } from "../../../src/layout/menuEntries";
import {
  createWorkspace,
  type Workspace,
} from "../../../src/providers/createWorkspace";
import { createDataProvider } from "../../../src/providers/dataProvider";
import { createI18nProvider } from "../../../src/providers/i18n/i18nProvider";
import { TranslateProvider } from "../../../src/providers/i18n/useT";
import { sessionStore } from "../../../src/providers/session";
import { WorkspaceProvider } from "../../../src/providers/workspace";
import ListingPage from "../../../src/workspace/page/ListingPage";
import labels from "../../fixtures/labels/en.json";
import bidManager from "../../fixtures/resources/bid-manager.json";
import carAuction from "../../fixtures/resources/car-auction.json";
import myBids from "../../fixtures/resources/my-bids.json";
import { profileReply } from "../identity/profiles";

const resources = [carAuction, myBids, bidManager] as Resource[];
const en = { ...texts, resources: labels };
const schemas = { lot, bid } as Record<string, RowSchema>;

/** Sets the colours that MUI reads; jsdom loads no style sheets. */
export function addTokens(): void {
  const names =
    "accent accent-strong on-accent red orange green ink ink-2 ink-3";
  const grounds = "paper surface line line-strong sunken accent-tint";
  for (const name of `${names} ${grounds}`.split(" "))
    document.documentElement.style.setProperty(`--${name}`, "#26478d");
}

/** Sets the screen size, and stubs scrolling, which jsdom lacks. */
export function screenIs(size: "desk" | "phone"): void {
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes(
      size === "phone" ? "max-width: 767px" : "min-width: 1366px",
    ),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

function signIn(): void {
  const { detail, balanceInfo, permission } = profileReply();
  const viewer = { ...detail, permissions: permission };
  sessionStore.set({
    status: "authenticated",
    detail,
    balanceInfo,
    permission,
    viewer,
    role: roleOf(viewer),
    isExpired: false,
  });
}

const Address = () => {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
};

/** Renders a list of the fixtures at its route, as a client sees it. */
export function renderList({
  name,
  search = "",
  store,
  isOwnServer = true,
  edit = (resource) => resource,
  fields = {},
}: {
  name: string;
  search?: string;
  store?: Store;
  isOwnServer?: boolean;
  /** Changes the declaration, as an administrator would. */
  edit?: (resource: Resource) => Resource;
  /** Fields that an administrator has added to lots. */
  fields?: RowSchema["properties"];
}) {
  const workspace = createWorkspace({
    resources: resources.map((resource) =>
      resource.name === name ? edit(resource) : resource,
    ),
    schemas: {
      ...schemas,
      lot: {
        ...lot,
        properties: { ...(lot as RowSchema).properties, ...fields },
      },
    },
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer,
  });
  const resource = workspace.resource(name);
  return renderInWorkspace(<ListingPage resource={resource} />, {
    workspace,
    address: resource.route + search,
    store,
  });
}

/** Renders parts of the signed-in program; `show` changes the workspace. */
export function renderInWorkspace(
  children: ReactNode,
  options: { workspace: Workspace; address: string; store?: Store },
) {
  signIn();
  addTokens();
  const { address, store = memoryStore() } = options;
  const i18n = createI18nProvider("en", en);
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  });
  const page = (workspace: Workspace) => (
    <MemoryRouter initialEntries={[address]}>
      <CoreAdminContext
        dataProvider={createDataProvider(workspace)}
        i18nProvider={i18n}
        queryClient={queryClient}
        store={store}
      >
        <TranslateProvider value={(key, values) => i18n.translate(key, values)}>
          <WorkspaceProvider value={workspace}>
            <MenuContextProvider value={() => undefined}>
              {children}
              <Address />
            </MenuContextProvider>
          </WorkspaceProvider>
        </TranslateProvider>
      </CoreAdminContext>
    </MemoryRouter>
  );
  const view = render(page(options.workspace));
  return {
    ...view,
    queryClient,
    show: (workspace: Workspace) => {
      view.rerender(page(workspace));
    },
  };
}

/** The reply with one page of twenty lots, of `total` lots. */
export const lots = (page: number, total: number) => ({
  success: true,
  carsList: Array.from(
    { length: Math.max(0, Math.min(20, total - (page - 1) * 20)) },
    (_, index) => lotRow((page - 1) * 20 + index + 1),
  ),
  pageInfo: {
    page,
    pageSize: 20,
    totalSearchResults: total,
    totalResults: total,
  },
});

const lotRow = (id: number) => ({
  id: String(id),
  lotNo: `L${id}`,
  maker: "TOYOTA",
  model: "PRIUS",
  lotType: "auction",
  status: 4532,
  auctionDate: "2026-11-20T10:44:00+09:00",
  auctionName: "USS Tokyo",
  condition: "4.5",
  mileage: 62_400,
  startPrice: 650_000,
  images: [],
});

/** The reply with the options and counts of the filters. */
export const facets = (total: number) => ({
  success: true,
  totalSearchResults: total,
  totalResults: 3398,
  maker: [
    { value: "1", label: "TOYOTA", counter: 12 },
    { value: "2", label: "HONDA", counter: 7 },
  ],
  year: { min: 1990, max: 2026, step: 1 },
});
