import type { AreaModule, AreaPage } from "../workspace/registry/areaModule";

const forAdmins: Pick<AreaPage, "access" | "needsOwnServer"> = {
  access: { roles: ["admin"] },
  needsOwnServer: true,
};

/** Adds the pages where administrators edit declarations. */
export const workshop: AreaModule = {
  pages: [
    {
      ...forAdmins,
      path: "/workspace",
      layout: "main",
      load: () => import("./ResourcesPage"),
      menu: { icon: "wrench", label: "workshop.title", order: 80 },
    },
    {
      ...forAdmins,
      path: "/workspace/:name",
      layout: "main",
      load: () => import("./ResourcePage"),
    },
    {
      ...forAdmins,
      path: "/workspace/preview/:name",
      layout: "none",
      load: () => import("./preview/PreviewPage"),
    },
  ],
};
