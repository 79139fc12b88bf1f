import { describe, expect, it } from "vitest";
import { userLevels, userTypes, type Viewer } from "../../../domain/access";
import { declare } from "../../support/declared";
import { rolePermissions } from "../../../server/identity";
import { firstScreen } from "../../../server/workspace/firstScreen";
import { createLog } from "../../../server/platform/log";

const context = declare({ root: process.cwd(), log: createLog("silent") });

const client: Viewer = {
  userId: "7",
  userType: userTypes.client,
  userLevel: userLevels.client,
  roleId: userLevels.client,
  permissions: rolePermissions.client,
};
const manager: Viewer = {
  ...client,
  userType: userTypes.manager,
  permissions: rolePermissions.manager,
};

const screen = (url: string, { viewer = client, isPhone = false } = {}) =>
  firstScreen(context, viewer, {
    url,
    isPhone,
    storedPageSize: async () => 50,
  });

describe("the first screen", () => {
  it("is cut to its viewer once for all viewers with the same rights", async () => {
    let reads = 0;
    const counted = context.workspace.resources().map(
      (resource) =>
        new Proxy(resource, {
          get: (target, name): unknown => {
            reads += 1;
            return Reflect.get(target, name);
          },
        }),
    );
    const workspace = {
      ...context.workspace,
      resources: () => counted,
      dashboards: () => context.workspace.dashboards(),
    };
    const readsOf = async (viewer: Viewer) => {
      reads = 0;
      await firstScreen({ ...context, workspace }, viewer, {
        url: "/nowhere",
        isPhone: false,
        storedPageSize: async () => 50,
      });
      return reads;
    };
    expect(await readsOf(client)).toBeGreaterThan(5 * counted.length);
    // The name of its row.
    expect(await readsOf({ ...client, userId: "8" })).toBe(counted.length);
  });

  it("of a list has the calls for its rows and facets, in the stored page size", async () => {
    const { titleKey, scripts, calls } = (await screen("/?makerId=3")) ?? {};
    expect(titleKey).toBe("resources.car-auction.title");
    expect(scripts).toEqual(["list", "list:car-auction"]);
    expect(calls).toEqual([
      {
        url: expect.stringMatching(
          /^\/auction\/listing\?.*page=1&pageSize=50$/,
        ) as string,
        photo: ["carsList", 0, "images", 0],
      },
      {
        url: expect.stringMatching(/^\/auction\/filters\?.*facets=/) as string,
      },
    ]);
  });

  it("of a list has the page size of the address, if it names one", async () => {
    const found = await screen("/car-auction?pageSize=70&page=2");
    expect(found?.calls[0]?.url).toMatch(/page=2&pageSize=70$/);
  });

  it("of a manager's list has the grid, except on phones, and its own parts", async () => {
    const url = "/bid-manager";
    const wide = await screen(url, { viewer: manager });
    const phone = await screen(url, { viewer: manager, isPhone: true });
    const parts = ["actions", "list:bid-manager"];
    expect(wide?.scripts).toEqual(["list", "grid", ...parts]);
    expect(phone?.scripts).toEqual(["list", ...parts]);
  });

  it("of a row has the call of its page", async () => {
    expect(await screen("/car-auction/42?from=list")).toEqual({
      titleKey: "resources.car-auction.title",
      scripts: ["row:lot"],
      calls: [
        {
          url: "/auction/detail?id=42",
          photo: ["detail", "lotImages", "images", 0],
        },
      ],
      validators: [],
    });
  });

  it.each(["/bid-manager", "/profile", "/car-auction/1/2", "//", "/none"])(
    "has no calls at other addresses and of hidden lists: %s",
    async (url) => {
      expect(await screen(url)).toBeNull();
    },
  );
});
