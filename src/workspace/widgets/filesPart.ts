import { createElement } from "react";
import { InlineFailure } from "../../ui/InlineFailure";
import { preloadable } from "../../ui/preloadable";
import { Skeleton } from "../../ui/Skeleton";

/** The field with files, which is loaded with the first form that has one. */
export const [FilesWidget] = preloadable(
  () => import("./FilesWidget"),
  InlineFailure,
  createElement(Skeleton, { height: 80 }),
);
