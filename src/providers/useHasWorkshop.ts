import { useSession } from "./session";
import { useWorkspace } from "./workspace";

/** Whether the viewer edits declarations: an admin, on a server of ours. */
export function useHasWorkshop(): boolean {
  const session = useSession();
  const { capabilities } = useWorkspace();
  return (
    capabilities.workshop &&
    session.status === "authenticated" &&
    session.role === "admin"
  );
}
