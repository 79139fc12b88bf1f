import { QueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { roleOf } from "../../../domain/access";
import type { Resource, RowSchema } from "../../../domain/resource";
import type { ViewProfileReply } from "../../../generated/schemas";
import en from "../../../locales/en.json";
import bid from "../../../schemas/bid.json";
import countryRule from "../../../schemas/country-rule.json";
import lot from "../../../schemas/lot.json";
import stock from "../../../schemas/stock.json";
import { MenuContextProvider } from "../../../src/layout/menuEntries";
import { createWorkspace } from "../../../src/providers/createWorkspace";
import { createDataProvider } from "../../../src/providers/dataProvider";
import { createI18nProvider } from "../../../src/providers/i18n/i18nProvider";
import { TranslateProvider } from "../../../src/providers/i18n/useT";
import { sessionStore } from "../../../src/providers/session";
import { WorkspaceProvider } from "../../../src/providers/workspace";
import carAuction from "../../fixtures/resources/car-auction.json";
import { profileReply } from "../identity/profiles";

/** Signs in with a profile, as the app does when it has loaded. */
export function signInAs(profile: ViewProfileReply): void {
  const { detail, balanceInfo, permission } = profile;
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

/** Renders a part of the signed-in app for a profile, at an address. */
export function renderInApp(
  part: ReactNode,
  {
    profile = profileReply(),
    address = "/",
    isOwnServer = true,
    otherLists = [],
  }: {
    profile?: ViewProfileReply;
    address?: string;
    isOwnServer?: boolean;
    otherLists?: Resource[];
  } = {},
) {
  signInAs(profile);
  const workspace = createWorkspace({
    resources: [carAuction as Resource, ...otherLists],
    schemas: { lot, bid, stock, "country-rule": countryRule } as Record<
      string,
      RowSchema
    >,
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer,
  });
  const i18n = createI18nProvider("en", en);
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  });
  const dataProvider = createDataProvider(workspace);
  const app = (shown: ReactNode) => (
    <MemoryRouter initialEntries={[address]}>
      <CoreAdminContext
        dataProvider={dataProvider}
        i18nProvider={i18n}
        queryClient={queryClient}
      >
        <TranslateProvider value={(key, values) => i18n.translate(key, values)}>
          <WorkspaceProvider value={workspace}>
            <MenuContextProvider value={() => undefined}>
              {shown}
            </MenuContextProvider>
          </WorkspaceProvider>
        </TranslateProvider>
      </CoreAdminContext>
    </MemoryRouter>
  );
  const { rerender, unmount } = render(app(part));
  return {
    queryClient,
    unmount,
    rerenderPart: (next: ReactNode) => {
      rerender(app(next));
    },
  };
}
