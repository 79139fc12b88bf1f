import { lazy, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";
import type { Resource } from "../../domain/resource";
import { MainLayout } from "../layout/MainLayout";
import { useHasWorkshop } from "../providers/useHasWorkshop";
import { useWorkspace } from "../providers/workspace";
import { isDeclaredRoute } from "./declaredRoutes";
import { loadListingPage, loadLotScreen } from "./screens";

const ListingPage = lazy(loadListingPage);
const LotScreen = lazy(loadLotScreen);
const ProfilePage = lazy(() => import("../identity/ProfilePage"));
const ResourcesPage = lazy(() => import("../workshop/ResourcesPage"));
const ResourcePage = lazy(() => import("../workshop/ResourcePage"));
const PreviewPage = lazy(() => import("../workshop/preview/PreviewPage"));
const NotFoundPage = lazy(() => import("../pages/NotFoundPage"));

/** A page of its own for each resource's rows, where the server has one. */
const detailRouteOf = ({ detailRoute, calls }: Resource) =>
  calls.detail && detailRoute?.endsWith("/:id") ? detailRoute : undefined;

/**
 * The pages: lists and lots from the declarations, the rest by name. What the
 * declarations have but this viewer may not see leads to the profile.
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
    return path
      ? [
          <Route
            key={path}
            path={path}
            element={<LotScreen resource={resource} />}
          />,
        ]
      : [];
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
        <Route path="*" element={<Elsewhere />} />
      </Route>
    </Routes>
  );
}

function Elsewhere() {
  const { routes } = useWorkspace();
  return isDeclaredRoute(["/", ...routes], location.pathname) ? (
    <Navigate to="/profile" replace />
  ) : (
    <NotFoundPage />
  );
}
