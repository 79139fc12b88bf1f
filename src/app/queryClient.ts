import { QueryClient, type Query } from "@tanstack/react-query";

/** Whether a query has rows of a list, which must not move while somebody reads them. */
export const isShownList = ({ queryKey: [, method], state }: Query): boolean =>
  (method === "getList" || method === "getInfiniteList") &&
  state.data !== undefined;

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: 5000,
        // Without a connection a query fails instead of waiting for ever.
        networkMode: "always",
        refetchOnReconnect: (query) => !isShownList(query),
      },
      // A change that waits for the connection would be sent later without a question.
      mutations: { networkMode: "always" },
    },
  });

let first: QueryClient | undefined;

/** Returns the client that `takeQueryClient` returns next, to fill it before. */
export const firstQueryClient = (): QueryClient =>
  (first ??= createQueryClient());

/** Returns the client for a session. The next session gets another one. */
export function takeQueryClient(): QueryClient {
  const client = firstQueryClient();
  first = undefined;
  return client;
}
