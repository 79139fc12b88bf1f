export { cutDashboard } from "./cutDashboard";
export {
  draftedTiles,
  type DashboardContext,
  type DashboardRequest,
} from "./readDashboard";
export { registerDashboards } from "./routes";
