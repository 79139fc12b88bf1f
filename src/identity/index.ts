import type { AreaModule } from "../workspace/registry/areaModule";

/** Adds the pages of the viewer's own account. */
export const identity: AreaModule = {
  pages: [
    {
      path: "/profile",
      layout: "main",
      load: () => import("./ProfilePage"),
      menu: { icon: "user", label: "profile.title", order: 70 },
    },
    {
      path: "/change-password",
      layout: "main",
      load: () => import("./ChangePasswordPage"),
    },
    {
      path: "/profile/security",
      layout: "main",
      needsOwnServer: true,
      load: () => import("./security/SecurityPage"),
    },
  ],
};
