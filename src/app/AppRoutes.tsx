import { lazy, Suspense } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";
import type { Resource } from "../../domain/resource";
import { MainLayout } from "../layout/MainLayout";
import { useHasWorkshop, useWorkspace } from "../providers/workspace";
import { ListingPage, LotScreen, ProfilePage } from "./screens";

const ResourcesPage = lazy(() => import("../workshop/ResourcesPage"));
const ResourcePage = lazy(() => import("../workshop/ResourcePage"));
const PreviewPage = lazy(() => import("../workshop/preview/PreviewPage"));
const NotFoundPage = lazy(() => import("./NotFoundPage"));

/** Returns the path of a resource's detail page, if it has one. */
const detailRouteOf = ({ detailRoute, calls }: Resource) =>
  calls.detail && detailRoute?.endsWith("/:id") ? detailRoute : undefined;

/**
 * The routes of the app: lists and lots come from the declarations. The path
 * of a list that the viewer may not see leads to the profile.
 */
export function AppRoutes() {
  const { resources } = useWorkspace();
  const hasWorkshop = useHasWorkshop();
  const lists = resources.flatMap((resource) =>
    [resource.route, ...(resource.aliases ?? [])].map((path) => (
      <Route
        key={path}
        path={path}
        element={<ListingPage key={resource.name} resource={resource} />}
      />
    )),
  );
  const details = resources.flatMap((resource) => {
    const path = detailRouteOf(resource);
    const element = <LotScreen resource={resource} />;
    return path ? [<Route key={path} path={path} element={element} />] : [];
  });
  return (
    <Routes>
      {hasWorkshop && (
        <Route
          path="/workspace/preview/:name"
          element={
            <Suspense fallback={null}>
              <PreviewPage />
            </Suspense>
          }
        />
      )}
      <Route element={<MainLayout />}>
        {lists}
        {details}
        <Route path="/profile" element={<ProfilePage />} />
        {hasWorkshop && (
          <>
            <Route path="/workspace" element={<ResourcesPage />} />
            <Route path="/workspace/:name" element={<ResourcePage />} />
          </>
        )}
        <Route path="*" element={<OtherPath />} />
      </Route>
    </Routes>
  );
}

function OtherPath() {
  const { routes } = useWorkspace();
  const { pathname } = useLocation();
  const isHidden = ["/", ...routes].some(
    (route) =>
      pathname === route || (route !== "/" && pathname.startsWith(`${route}/`)),
  );
  return isHidden ? <Navigate to="/profile" replace /> : <NotFoundPage />;
}
