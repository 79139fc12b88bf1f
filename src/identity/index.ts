import type { AreaModule } from "../workspace/registry/areaModule";

/** Adds the page of the viewer's own account. */
export const identity: AreaModule = {
  pages: [
    {
      path: "/profile",
      layout: "main",
      load: () => import("./ProfilePage"),
      menu: { icon: "user", label: "profile.title", order: 70 },
    },
  ],
};
