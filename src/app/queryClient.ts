import { QueryClient } from "@tanstack/react-query";

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5000 },
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
