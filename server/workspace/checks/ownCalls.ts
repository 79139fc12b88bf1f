import {
  isDefaultPath,
  servedCalls,
} from "../../../domain/listing/defaultCalls";
import { fault, type Problem } from "../../platform/problem";
import type { SetCheck } from "./checkSources";

/** The calls of the engine and of the platform below `/api`. */
const engineCalls: readonly string[] = [
  "/compare",
  "/docs",
  "/docs/*",
  "/health",
  "/lists",
  "/lists/*",
  "/live",
  "/ready",
  "/workspace",
  "/workspace/*",
];

/** Returns whether a path is one of these calls; `/bid/*` is everything below `/bid`. */
export const isOwnCall = (path: string, calls: readonly string[]): boolean =>
  [path, `${path.split("/").slice(0, 2).join("/")}/*`].some((known) =>
    [...engineCalls, ...calls].includes(known),
  );

/** Returns the check that no list takes the path of a call of the engine or an area. */
export const checkOwnCalls =
  (calls: readonly string[]): SetCheck =>
  ({ resources }) =>
    resources.flatMap((resource) =>
      servedCalls(resource).flatMap(({ pointer, path }): Problem[] => {
        if (isDefaultPath(resource.name, path) || !isOwnCall(path, calls))
          return [];
        const file = `resources/${resource.name}.json`;
        return [{ file, ...fault(pointer, "callOfApp", { path }) }];
      }),
    );
