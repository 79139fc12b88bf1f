import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OwnSecurityReply } from "../../../generated/schemas";
import { request } from "../../providers/http";

const queryKey = ["own-security"];

/** Loads the user's second factors and open sessions. */
export const useOwnSecurity = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      request<OwnSecurityReply>("/user/security", { signal }),
  });

/** Returns a mutation after which factors and sessions are loaded again. */
export function useSecurityChange<Sent, Reply>(
  change: (sent: Sent) => Promise<Reply>,
  onDone?: (reply: Reply) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (reply) => {
      await client.invalidateQueries({ queryKey });
      onDone?.(reply);
    },
  });
}
