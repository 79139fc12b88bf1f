import type { WorkspaceChangesReply } from "../../../generated/schemas";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Changes } from "../parts/Changes";
import { useWhole } from "../useWhole";

/** The parts that one change of the history has changed. */
export function EntryChanges({ id }: { id: string }) {
  const { data, error } = useWhole<WorkspaceChangesReply>(
    "workspace/changes",
    id,
  );
  if (error) return <ErrorNotice error={error} />;
  return data ? <Changes changes={data.difference} /> : null;
}
