import type { FastifyInstance } from "fastify";
import type { Language } from "../domain/limits";
import {
  bidChanges,
  bidLists,
  createOwnBids,
  registerBidRoutes,
} from "./bidding";
import {
  countLots,
  alertChanges,
  alertLists,
  registerAlerts,
  countSearchesUsing,
  guardSavedSearchFields,
  createCatalog,
  favoriteChanges,
  favoriteLists,
  lotChanges,
  lotLists,
  registerFavorites,
  registerSavedSearches,
  searchChanges,
  registerExtraImages,
  registerNotes,
  registerProduction,
  registerSheets,
  registerWorth,
  registerShares,
} from "./catalog";
import { sourceOf } from "./declare";
import { registerPhotos } from "./demo";
import {
  fileLists,
  openStorage,
  previewTags,
  registerFiles,
  registerPhotoDownloads,
  registerPreviews,
  registerTranslations,
} from "./files";
import {
  accessTokenOf,
  accountChanges,
  clientLists,
  createSessions,
  readPageSize,
  registerIdentity,
  securityLists,
  userLists,
  viewProfile,
} from "./identity";
import { registerPayments } from "./payments";
import {
  jobRunLists,
  mailKinds,
  mailLists,
  registerPageErrors,
  registerStopMails,
} from "./operations";
import { numberWrites } from "./platform/http/changeNumbers";
import { registerDocs } from "./platform/http/docs";
import { registerHealth } from "./platform/http/health";
import { serveLocales } from "./platform/http/localeFiles";
import { servePages } from "./platform/http/pages";
import type { Authenticate } from "./platform/http/request";
import { createServer, type Timeouts } from "./platform/http/server";
import { workForUser } from "./platform/http/work";
import { createLive, registerLive } from "./platform/live";
import { ProblemsFound } from "./platform/problem";
import { compileRoutes } from "./platform/http/route";
import { runAtOnce, runInTurns } from "./platform/steps";
import { createPorts } from "./ports";
import { workspaceBundle } from "./workspace/bundle";
import { firstScreen } from "./workspace/firstScreen";
import { checkCallRoutes } from "./workspace/checks/callRoutes";
import type { Context } from "./workspace/context";
import type { DeclaredSet } from "./workspace/declared";
import {
  answerDraft,
  registerCompare,
  registerLists,
  type FindLists,
} from "./workspace/lists";
import {
  recordChanges,
  recordLists,
  registerRecords,
  warnOfUnfilledFields,
} from "./workspace/records";
import { createOverlays, followOverlays } from "./workspace/overlay";
import { registerWorkspace } from "./workspace/routes";
import { registerWorkshop } from "./workshop";

/**
 * Returns the HTTP server of the program. Every area registers its routes under
 * `/api` and gets the ports that it needs from higher areas.
 */
export async function buildApp(
  context: Context,
  { timeouts }: { timeouts?: Timeouts | undefined } = {},
): Promise<FastifyInstance> {
  const { database, declarations, messages, root, workspace, log } = context;
  const sessions = createSessions(context);
  const ownBids = createOwnBids(context);
  const ports = createPorts(context, { ownBids });
  const authenticate: Authenticate = (request) =>
    sessions.find(accessTokenOf(request));
  const app = await createServer({
    ...context,
    authenticate,
    findSessions: (ids) => sessions.findHeld(ids),
    timeouts,
  });
  const live = createLive({
    database,
    log,
    topics: [
      bidChanges(database),
      accountChanges(context),
      lotChanges(context),
      alertChanges(context),
      favoriteChanges(context),
      searchChanges(context),
      recordChanges(context),
    ],
    declarationsHash: () => workspace.declarationsHash,
    findSessions: (ids) => sessions.findHeld(ids),
  });
  declarations.onChange(() => {
    const { declarationsHash } = workspace;
    live.broadcast({ name: "workspace", data: { declarationsHash } });
  });
  declarations.addGuard(guardSavedSearchFields(database));
  declarations.addGuard(warnOfUnfilledFields(database));
  const overlays = createOverlays({ declarations, database });
  const catalog = createCatalog(context, ports);
  const ofTables = [
    ...lotLists(catalog),
    favoriteLists(context, catalog),
    bidLists(context),
    userLists(context),
    clientLists(context),
    securityLists(context),
    alertLists(context),
    jobRunLists(context),
    mailLists(context, mailKinds(context)),
    fileLists(context),
  ];
  const ofRecords = recordLists(context);
  const findLists: FindLists = (row) =>
    ofTables.find((lists) => lists.row === row) ?? ofRecords(row);
  const shares = {
    ...context,
    readerOf: (row: string) => findLists(row)?.reader,
  };
  const registerCalls = async (api: FastifyInstance) => {
    numberWrites(api, database);
    registerHealth(api, database);
    registerWorkspace(api, context);
    registerIdentity(api, context, {
      sessions,
      ports: {
        ...ports,
        countersOf: async (session) => ({
          ...(await ports.countersOf(session)),
          map: await countLots(catalog, session.viewer),
        }),
      },
    });
    registerLists(api, context, findLists);
    registerCompare(api, context, findLists);
    registerRecords(api, context);
    registerSavedSearches(api, context, catalog.dictionaries);
    registerWorth(api, catalog);
    registerShares(api, shares, ports);
    registerPreviews(api, { ...shares, storage: openStorage(context.config) });
    registerPageErrors(api, context);
    registerStopMails(api, context);
    registerAlerts(api, context);
    registerSheets(api, catalog);
    registerNotes(api, catalog);
    registerProduction(api, catalog);
    registerExtraImages(api, catalog);
    registerPhotoDownloads(api, catalog, context);
    registerTranslations(api, catalog, context);
    registerFavorites(api, catalog);
    registerPayments(api, context, sessions);
    registerBidRoutes(api, { ...context, ports });
    registerWorkshop(api, {
      context,
      overlays,
      areas: {
        answerDraft: answerDraft(findLists),
        sourceOf,
        countSearches: (named) => countSearchesUsing(database, named),
      },
    });
    await registerFiles(api, context);
    await registerPhotos(api, context);
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
  const titleOf = (list: string, language: Language) => {
    const key = `resources.${list}.title`;
    return messages.has(language, key) ? messages.translate(language, key) : "";
  };
  await servePages(app, {
    root,
    messages,
    tags: (request) => previewTags(shares, request),
    boot: async (request) => {
      const session = await authenticate(request);
      if (!session) return null;
      await workForUser(request, session.viewer.userId);
      const language = session.language ?? request.language;
      const screen = await firstScreen(context, session.viewer, {
        url: request.url,
        isPhone: request.headers["sec-ch-ua-mobile"] === "?1",
        storedPageSize: (list) => readPageSize(context, session, list),
      });
      return {
        data: {
          now: context.clock.now().toISOString(),
          session: await viewProfile(context, {
            session,
            balanceOf: ports.balanceOf,
          }),
          workspace: workspaceBundle(context, session.viewer, language),
        },
        calls: (screen?.calls ?? []).map(({ url, ...call }) => ({
          ...call,
          url: `/api${url}`,
        })),
        scripts: ["signedIn", ...(screen?.scripts ?? [])],
        modules: (screen?.validators ?? []).map((file) => `/api${file}`),
        title: screen && titleOf(screen.list, language),
      };
    },
  });
  const stopFollowing = await followOverlays({ overlays, database, log });
  app.addHook("onClose", stopFollowing);
  app.addHook("onClose", () => ownBids.stop());
  app.addHook("onClose", () => catalog.favorites.stop());
  return app;
}

/**
 * Throws ProblemsFound if a declaration expects a call that no area answers, or
 * that a viewer could start without the right to it. A set of declarations that is read later is refused for the same reasons.
 */
function checkCallsOf(
  app: FastifyInstance,
  declarations: Context["declarations"],
): void {
  const problemsOf = ({ workspace, schemas }: DeclaredSet) =>
    checkCallRoutes(workspace.resources(), app.declaredRoutes, schemas);
  declarations.addGuard((_before, after) => runInTurns(problemsOf(after)));
  const problems = runAtOnce(problemsOf(declarations.current()));
  if (problems.length > 0) throw new ProblemsFound(problems);
}
