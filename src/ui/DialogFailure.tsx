import { useT } from "../providers/i18n/useT";
import { Dialog } from "./Dialog";
import { PartFailure, type FailureProps } from "./PartBoundary";

/** The failure of a part that opens above the page, which keeps its place. */
export function DialogFailure(props: FailureProps) {
  const t = useT();
  return (
    <Dialog title={t("shell.error.title")} onClose={props.onClose}>
      <PartFailure {...props} />
    </Dialog>
  );
}
