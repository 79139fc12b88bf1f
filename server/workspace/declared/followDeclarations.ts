import type { FastifyBaseLogger } from "fastify";
import type { Declarations } from "./declarations";
import { watchFiles } from "./watchFiles";

/**
 * Lets each change of the project's files act, also of those that changed
 * while the program started. Returns how to stop.
 */
export function followDeclarations(options: {
  root: string;
  declarations: Pick<Declarations, "reload">;
  log: Pick<FastifyBaseLogger, "warn">;
}): () => Promise<void> {
  const { root, declarations, log } = options;
  const stop = watchFiles({
    root,
    onChange: () => void declarations.reload(),
    onError: (error) => {
      log.warn({ err: error }, "files of declarations are not followed");
    },
  });
  const first = declarations.reload();
  return async () => {
    stop();
    await first;
  };
}
