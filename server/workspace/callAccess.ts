import type { RouteAccess } from "../platform/http/route";
import type { Workspace } from "./declarations";

/** A call of a declared list that may have a rule of its own. */
type OwnCall = "detail" | "export";

/**
 * Who may make a call of a declared list at this moment: who may see the list
 * and, where the call has a rule of its own, passes that as well.
 */
export const callAccess =
  (
    context: { workspace: Pick<Workspace, "resource"> },
    { name, call }: { name: string; call?: OwnCall },
  ) =>
  (): RouteAccess => {
    const { access, calls } = context.workspace.resource(name);
    const own = call ? calls[call]?.access : undefined;
    const rules = [access, own].filter((rule) => rule !== undefined);
    return rules.length > 0 ? rules : "signedIn";
  };
