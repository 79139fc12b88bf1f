import type { FastifyInstance } from "fastify";
import type { Language } from "../domain/limits";
import { numberWrites } from "./platform/http/changeNumbers";
import { registerDocs } from "./platform/http/docs";
import { registerHealth } from "./platform/http/health";
import { serveLocales } from "./platform/http/localeFiles";
import { servePages } from "./platform/http/pages";
import { createServer, workMs, type Timeouts } from "./platform/http/server";
import { workForUser } from "./platform/http/work";
import { createLive, registerLive, type LiveOptions } from "./platform/live";
import { registerMetrics } from "./platform/metrics";
import { ProblemsFound, type Problem } from "./platform/problem";
import { compileRoutes } from "./platform/http/route";
import { runAtOnce, runInTurns } from "./platform/steps";
import { workspaceBundle } from "./workspace/bundle";
import { firstScreen } from "./workspace/firstScreen";
import { checkCallRoutes } from "./workspace/checks/callRoutes";
import type { Host } from "./workspace/area";
import { registerSums } from "./workspace/computed/registerSums";
import type { DeclaredSet } from "./workspace/declared";
import { registerDashboards } from "./workspace/dashboards";
import { registerPalette } from "./workspace/palette";
import { registerCompare, registerLists } from "./workspace/lists";
import {
  recordNews,
  registerEffects,
  registerImports,
  registerNames,
  registerPastes,
  registerRecords,
  warnOfUnfilledFields,
} from "./workspace/records";
import { registerWorkspace } from "./workspace/routes";

/** Returns the HTTP server of the program, with the calls of all areas under `/api`. */
export async function buildApp(
  host: Host,
  { timeouts }: { timeouts?: Timeouts | undefined } = {},
): Promise<FastifyInstance> {
  const { changes, database, declarations, messages, root, workspace, log } =
    host;
  const { config, metrics } = host;
  const { parts, ports, findLists } = host;
  const { authenticate } = ports;
  const findSessions: LiveOptions["findSessions"] = (ids) =>
    ports.sessions.findHeld(ids);
  const app = await createServer({
    ...host,
    authenticate,
    isRecentlyProved: ports.isRecentlyProved,
    findSessions,
    timeouts,
  });
  const live = createLive({
    changes,
    log,
    topics: [
      ...parts.flatMap(({ topics = {} }) => Object.values(topics)),
      recordNews(
        host,
        parts.flatMap(({ recordCalls = {} }) => Object.entries(recordCalls)),
      ),
    ],
    declarationsHash: () => workspace.declarationsHash,
    openingMs: workMs(config),
    findSessions,
  });
  if (metrics) {
    metrics.database(() => database.load());
    metrics.changes(() => changes.states());
    metrics.live(() => live.load());
    registerMetrics(app, { metrics, token: config.metricsToken });
  }
  declarations.onChange(() => {
    const { declarationsHash } = workspace;
    live.broadcast({ name: "workspace", data: { declarationsHash } });
  });
  for (const guard of parts.flatMap(({ guards = [] }) => guards))
    declarations.addGuard(guard);
  declarations.addGuard(warnOfUnfilledFields(database));
  const registerCalls = async (api: FastifyInstance) => {
    numberWrites(api);
    registerHealth(api, database);
    registerWorkspace(api, host);
    for (const { routes } of parts) await routes?.(api);
    // Paths of imports and pastes look like paths of rows, so they are registered first.
    const effects = parts.flatMap((part) => part.effects ?? []);
    const { isRecentlyProved } = ports;
    registerImports(api, host, { isRecentlyProved, effects });
    registerPastes(api, host);
    registerEffects(api, host, effects);
    registerLists(api, host, findLists);
    registerCompare(api, host, findLists);
    registerSums(api, host, findLists);
    registerNames(api, host);
    registerDashboards(api, host, findLists);
    registerPalette(api, host, findLists);
    registerRecords(api, host, ports.isRecentlyProved);
    registerLive(api, live);
    await registerDocs(api, {
      authenticate,
      declarationsHash: () => workspace.declarationsHash,
    });
  };
  await app.register(registerCalls, { prefix: "/api" });
  checkCallsOf(app, declarations);
  declarations.addPreparation(({ schemas }) =>
    compileRoutes(app.declaredRoutes, schemas),
  );
  serveLocales(app, (language) => {
    const file = `locales/${language}.json`;
    const { locales } = declarations.current().sources;
    return locales.find((entry) => entry.file === file)?.content;
  });
  const titleOf = (key: string, language: Language) =>
    messages.has(language, key) ? messages.translate(language, key) : "";
  await servePages(app, {
    root,
    messages,
    configuration: async () =>
      Object.assign(
        {},
        ...(await Promise.all(
          parts.map(async ({ pageConfiguration }) => pageConfiguration?.()),
        )),
      ) as Readonly<Record<string, unknown>>,
    tags: async (request) => {
      const tags = parts.flatMap(({ pageTags }) =>
        pageTags ? [pageTags(request)] : [],
      );
      return (await Promise.all(tags)).join("");
    },
    boot: async (request) => {
      const session = await authenticate(request);
      if (!session || session.needsFactor) return null;
      await workForUser(request, session.viewer.userId);
      const language = session.language ?? request.language;
      const screen = await firstScreen(host, session.viewer, {
        url: request.url,
        isPhone: request.headers["sec-ch-ua-mobile"] === "?1",
        storedPageSize: (list) => ports.pageSizeOf(session, list),
      });
      return {
        data: {
          now: host.clock.now().toISOString(),
          session: await ports.profileOf(session),
          workspace: workspaceBundle(host, session.viewer, language),
        },
        calls: (screen?.calls ?? []).map(({ url, ...call }) => ({
          ...call,
          url: `/api${url}`,
        })),
        scripts: ["signedIn", ...(screen?.scripts ?? [])],
        modules: (screen?.validators ?? []).map((file) => `/api${file}`),
        title: screen && titleOf(screen.titleKey, language),
      };
    },
  });
  for (const { start } of parts) {
    const stop = await start?.();
    if (stop) app.addHook("onClose", stop);
  }
  // Each closes even if another fails.
  for (const { close } of parts) if (close) app.addHook("onClose", close);
  return app;
}

/**
 * Throws ProblemsFound if a declaration expects a call that no area answers, or
 * that a viewer could start without the right to it. A set of declarations that is read later is refused for the same reasons.
 */
function checkCallsOf(
  app: FastifyInstance,
  declarations: Host["declarations"],
): void {
  const problemsOf = ({ workspace, schemas }: DeclaredSet) =>
    checkCallRoutes(workspace.resources(), app.declaredRoutes, schemas);
  // A publication asks for the same set up to three times.
  const known = new WeakMap<DeclaredSet, Promise<readonly Problem[]>>();
  declarations.addGuard((_before, after) => {
    const problems = known.get(after) ?? runInTurns(problemsOf(after));
    known.set(after, problems);
    return problems;
  });
  const problems = runAtOnce(problemsOf(declarations.current()));
  if (problems.length > 0) throw new ProblemsFound(problems);
}
