import type { ReactElement } from "react";
import auth from "../layout/AuthLayout.module.css";
import { Brand, BrandSign } from "../layout/Brand";
import layout from "../layout/MainLayout.module.css";
import header from "../layout/PageHeader.module.css";
import bar from "../layout/PhoneBar.module.css";
import sidebar from "../layout/Sidebar.module.css";
import { classes } from "../ui/classes";
import { Skeleton } from "../ui/Skeleton";

/**
 * The layouts that a page shows until its program runs. The build
 * draws them as HTML and the server writes them into its pages, so that the first
 * paint waits for the styles only. The server replaces `%title%` by the page's name.
 */
export const frames: Readonly<Record<"signedIn" | "visitor", ReactElement>> = {
  signedIn: (
    <div className={layout.layout} aria-hidden="true">
      <div className={classes(sidebar.sidebar, sidebar.frame)}>
        <span className={sidebar.brand}>
          <Brand />
        </span>
      </div>
      <div className={layout.main}>
        <div className={header.header}>
          <span className={layout.logo}>
            <Brand />
          </span>
          <div className={header.lead}>
            <div className={header.title}>%title%</div>
          </div>
        </div>
        <div className={layout.placeholders}>
          <Skeleton height={44} />
          <Skeleton height={120} />
          <Skeleton height={120} />
          <Skeleton height={120} />
        </div>
      </div>
      <div className={bar.bar}>
        <span className={bar.place} />
      </div>
    </div>
  ),
  visitor: (
    <div className={classes(auth.layout, auth.frame)} aria-hidden="true">
      <div className={auth.aside}>
        <span className={auth.mark}>
          <BrandSign />
        </span>
      </div>
      <div className={auth.side}>
        <div className={auth.head}>
          <Brand />
        </div>
      </div>
    </div>
  ),
};
