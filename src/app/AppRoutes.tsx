import { Suspense, useMemo } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { MainLayout } from "../layout/MainLayout";
import { useSignedIn } from "../providers/session";
import { useWorkspace } from "../providers/workspace";
import { useStoreValue } from "../providers/store";
import { comparedRows } from "../workspace/compare/comparedRows";
import { routerPath } from "./matchPath";
import { menuPages, pageAt, pagesOf } from "./pages";
import { preloadable } from "../ui/preloadable";

const [CompareTray] = preloadable(
  () => import("../workspace/compare/CompareTray"),
);

/** Draws the page at the present address, from the table of pages. */
export function AppRoutes() {
  const workspace = useWorkspace();
  const { viewer } = useSignedIn();
  const { pathname } = useLocation();
  const pages = useMemo(() => pagesOf(workspace, viewer), [workspace, viewer]);
  const menu = useMemo(() => menuPages(workspace, viewer), [workspace, viewer]);
  const isComparing = useStoreValue(comparedRows).length > 0;
  const page = pageAt(pages, pathname);
  // The same element on each change of the query: the page decides what it draws again.
  const element = useMemo(
    () => ("redirect" in page ? null : page.render()),
    [page],
  );
  if ("redirect" in page) return <Navigate to={page.redirect} replace />;
  const route = <Route path={routerPath(page.path)} element={element} />;
  if (page.layout === "none")
    return (
      <Suspense fallback={null}>
        <Routes>{route}</Routes>
      </Suspense>
    );
  return (
    <Routes>
      <Route
        element={
          <MainLayout
            pages={menu}
            tray={
              isComparing && (
                <Suspense fallback={null}>
                  <CompareTray />
                </Suspense>
              )
            }
          />
        }
      >
        {route}
      </Route>
    </Routes>
  );
}
