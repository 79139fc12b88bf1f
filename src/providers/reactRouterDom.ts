/**
 * The parts of `react-router-dom` that ra-core uses, for the build. ra-core also
 * imports the data router, which is 20 KB, for pages that are in no router.
 */
export {
  Link,
  matchPath,
  Navigate,
  Outlet,
  Route,
  Routes,
  UNSAFE_DataRouterContext,
  UNSAFE_DataRouterStateContext,
  useBlocker,
  useInRouterContext,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
} from "react-router";

const noDataRouter = (): never => {
  throw new Error("ra-core is used outside of the router.");
};

export const createHashRouter = noDataRouter;
export const RouterProvider = noDataRouter;
