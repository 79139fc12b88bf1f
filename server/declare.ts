import type { FastifyBaseLogger } from "fastify";
import { bidSource } from "./bidding";
import { lotSource } from "./catalog";
import { checkMapping } from "./feed";
import type { Context } from "./workspace/context";
import { createDeclarations, type SetCheck } from "./workspace/declared";
import { checkServed } from "./workspace/listing";

/** A feed fills fields of the rows, so it is checked with their schemas. */
const checkFeeds: SetCheck = ({ sources, schemas }) =>
  sources.feeds.flatMap((file) => checkMapping(file, schemas));

/** What the areas ask of declarations, beyond what the files say themselves. */
export const setChecks: readonly SetCheck[] = [
  checkServed(lotSource),
  checkServed(bidSource),
  checkFeeds,
];

/** The project's declarations, checked by every area. Throws ProblemsFound. */
export function declare(options: {
  root: string;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
}): Pick<Context, "declarations" | "schemas" | "messages" | "workspace"> {
  const declarations = createDeclarations({ ...options, checks: setChecks });
  const { schemas, messages, workspace } = declarations;
  return { declarations, schemas, messages, workspace };
}
