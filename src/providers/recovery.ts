// One script, which is loaded while the page is idle: it must be there when other
// scripts are not.
export { loadStyles } from "./loadStyles";
export { reloadForNewBuild } from "./outdatedBuild";
export { reportError, reportUncaughtErrors } from "./reportError";
