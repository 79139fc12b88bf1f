import type { Database } from "../../platform/database";

/** The clients at work at once. Their writes leave connections to requests. */
const parallel = { embedded: 1, server: 3 };

/**
 * Does the work of each client, of several clients at once. If it fails for a client, the
 * others have theirs done; the first error is thrown at the end. Begins with no further
 * client after `signal` is aborted.
 */
export async function forEachClient<Client>(
  { kind }: Pick<Database, "kind">,
  clients: Iterable<Client>,
  work: (client: Client) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const errors: unknown[] = [];
  const remaining = clients[Symbol.iterator]();
  const workOff = async (): Promise<void> => {
    for (
      let next = remaining.next();
      !next.done && !signal?.aborted;
      next = remaining.next()
    )
      await work(next.value).catch((error: unknown) => errors.push(error));
  };
  await Promise.all(Array.from({ length: parallel[kind] }, workOff));
  if (errors.length > 0) throw errors[0];
}
