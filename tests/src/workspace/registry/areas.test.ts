import { expect, it } from "vitest";
import { userLevels, userTypes, type Viewer } from "../../../../domain/access";
import { menuPages, pageAt, pagesOf } from "../../../../src/app/pages";
import { createWorkspace } from "../../../../src/providers/createWorkspace";
import { controlFor } from "../../../../src/workspace/controls/controlFor";
import { fieldWriter } from "../../../../src/workspace/fieldText";
import { registerAreas } from "../../../../src/workspace/registry/areas";
import { widgetFor } from "../../../../src/workspace/widgets/widgetFor";
import { permissions } from "../../identity/profiles";

const isTide = ({ field }: { field: object }) =>
  "x-shown" in field && field["x-shown"] === "tide";
const tide = { type: "integer", "x-shown": "tide" };
const Control = () => null;
const Widget = () => null;
const Page = () => null;

registerAreas([
  {
    controls: [[isTide, { Control, wait: 0, place: 1 }]],
    widgets: [[isTide, Widget]],
    texts: { tide: ({ value }) => `tide ${String(value)}` },
    pages: [
      {
        path: "/tides",
        layout: "main",
        access: { userTypes: ["manager"] },
        needsOwnServer: true,
        load: async () => ({ default: Page }),
        menu: { icon: "list", label: "tides", order: 1 },
      },
    ],
  },
]);

const manager: Viewer = {
  userId: "7",
  userType: userTypes.manager,
  userLevel: userLevels.client,
  roleId: 2,
  permissions: permissions(true),
};
const client: Viewer = { ...manager, userType: userTypes.client };
const workspace = createWorkspace({
  resources: [],
  schemas: {},
  routes: [],
  viewerVersion: "1",
  declarationsHash: "1",
  isOwnServer: true,
});
const otherServer = { ...workspace, isOwnServer: false };

it("draws fields with the controls, widgets and texts of areas", () => {
  expect(controlFor(tide, { field: "level" }).Control).toBe(Control);
  expect(widgetFor(tide)).toBe(Widget);
  const row = { $id: "port", properties: { level: tide } };
  const tools = {
    translate: (key: string) => key,
    locale: "en",
    role: "unknown" as const,
  };
  expect(fieldWriter(row, tools)("level", 3)).toBe("tide 3");
});

it("opens the pages of areas and lists them in the menu", () => {
  const pages = pagesOf(workspace, manager);
  expect(pageAt(pages, "/tides")).toMatchObject({ path: "/tides" });
  expect(menuPages(workspace, manager)).toContainEqual({
    route: "/tides",
    aliases: [],
    icon: "list",
    label: "tides",
    order: 1,
  });
});

it("hides the pages of areas from viewers without access and on servers without the calls", () => {
  const shown = [
    pageAt(pagesOf(workspace, client), "/tides"),
    pageAt(pagesOf(otherServer, manager), "/tides"),
  ];
  for (const page of shown) expect(page).toMatchObject({ path: "*" });
  const routes = [
    ...menuPages(workspace, client),
    ...menuPages(otherServer, manager),
  ].map(({ route }) => route);
  expect(routes).not.toContain("/tides");
});
