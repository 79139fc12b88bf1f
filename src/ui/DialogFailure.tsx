import type { ComponentType } from "react";
import { useT } from "../providers/i18n/useT";
import { Dialog } from "./Dialog";
import { PartFailure, type FailureProps } from "./PartBoundary";
import { preloadable, type Preloadable } from "./preloadable";

/** The failure of a part that opens above the page, which keeps its place. */
export function DialogFailure(props: FailureProps) {
  const t = useT();
  return (
    <Dialog title={t("shell.error.title")} onClose={props.onClose}>
      <PartFailure {...props} />
    </Dialog>
  );
}

/** Returns `preloadable` of a part that opens above the page, where nothing waits for it. */
export const preloadableDialog = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Preloadable<Props> => preloadable(load, DialogFailure, null);
