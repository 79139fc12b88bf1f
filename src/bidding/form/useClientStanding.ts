import { useQuery } from "@tanstack/react-query";
import type { ClientStandingReply } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useWorkspace } from "../../providers/workspace";
import type { WidgetValue } from "../../workspace/registry/areaModule";

/**
 * The limit of a client and the client's active bid on a lot, in yen, and the number of
 * other clients with a bid on it.
 */
export type ClientStanding = Omit<ClientStandingReply, "success">;

/** The first word of the keys of such queries. */
export const standingKey = "client-standing";

/**
 * Loads the standing of the client whom a manager has chosen. Null until it is loaded,
 * and on servers without the call; the server checks each bid in any case.
 */
export function useClientStanding(
  userId: WidgetValue | undefined,
  lotId: string,
): ClientStanding | null {
  const { isOwnServer } = useWorkspace();
  const client = typeof userId === "string" ? userId : null;
  const { data } = useQuery({
    queryKey: [standingKey, client, lotId],
    queryFn: ({ signal }) =>
      request<ClientStandingReply>("/bid/client-standing", {
        query: { userId: client ?? "", carId: lotId },
        signal,
      }),
    enabled: isOwnServer && client !== null,
    staleTime: 0,
  });
  return data ?? null;
}
