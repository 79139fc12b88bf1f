import type { FastifyInstance, FastifyReply } from "fastify";
import { members } from "../../../domain/access";
import { toJapanIso } from "../../../domain/japanTime";
import type { Language } from "../../../domain/limits";
import type {
  QuotePageParams,
  SharedQuoteBody,
} from "../../../generated/schemas";
import { securityNotes } from "../../identity";
import { abandonedSignal } from "../../platform/deadline";
import { readIfMatch, sessionOf } from "../../platform/http/request";
import { bodyCall, route } from "../../platform/http/route";
import { readIdempotencyKey } from "../../platform/idempotency";
import { createPdfPrinter } from "../../platform/pdf";
import type { Host } from "../../workspace/area";
import { limitPricing } from "./limitPricing";
import { makeQuote } from "./makeQuote";
import { priceAgain } from "./priceAgain";
import { quoteDocument } from "./quoteDocument";
import { countPrint, endLink, issueLink, openLink } from "./quoteLinks";
import { quotePage } from "./quotePdf";
import { findQuote, type StoredQuote } from "./quoteQueries";
import { readQuote } from "./readQuote";
import { removeQuote } from "./removeQuote";

const pdf = "application/pdf";

/** Registers the calls of quotes. */
export function registerQuotes(app: FastifyInstance, host: Host): void {
  const scope = { ...host, priceOnce: limitPricing(host) };
  route(app, {
    method: "POST",
    url: "/prices/quotes",
    access: members,
    ...bodyCall("make-quote"),
    summary: "Save the whole price of a car",
    isIdempotent: true,
    handler: (request) =>
      makeQuote(scope, {
        session: sessionOf(request),
        body: request.body,
        key: readIdempotencyKey(request.headers["idempotency-key"]),
      }),
  });
  route(app, {
    method: "GET",
    url: "/prices/quotes/:id",
    access: members,
    params: "quote-page#/definitions/params",
    reply: "quote-page#/definitions/reply",
    summary: "A quote beside the price of today",
    handler: (request) =>
      readQuote(host, {
        viewer: sessionOf(request).viewer,
        id: request.params.id,
      }),
  });
  route(app, {
    method: "POST",
    url: "/prices/quotes/:id/price",
    access: members,
    params: "quote-page#/definitions/params",
    ...bodyCall("price-quote"),
    summary: "Calculate a quote again",
    isIdempotent: true,
    handler: (request) =>
      priceAgain(scope, {
        session: sessionOf(request),
        id: request.params.id,
        body: request.body,
        key: readIdempotencyKey(request.headers["idempotency-key"]),
      }),
  });
  route(app, {
    method: "DELETE",
    url: "/prices/quotes/:id",
    access: members,
    params: "quote-page#/definitions/params",
    reply: "definitions#/definitions/success",
    summary: "Remove a quote",
    isVersioned: true,
    handler: async (request) => {
      await removeQuote(host, {
        viewer: sessionOf(request).viewer,
        id: request.params.id,
        version: readIfMatch(request.headers["if-match"]),
      });
      return { success: true as const };
    },
  });
  registerLinks(app, host);
  registerPdf(app, host);
}

function registerLinks(app: FastifyInstance, host: Host): void {
  route(app, {
    method: "POST",
    url: "/prices/quotes/:id/link",
    access: members,
    params: "quote-link#/definitions/params",
    ...bodyCall("quote-link"),
    summary: "Make the link to a quote; a former link ends",
    handler: async (request) => {
      const { token, endsAt } = await issueLink(host, {
        viewer: sessionOf(request).viewer,
        id: request.params.id,
        days: request.body.days,
      });
      return { success: true, token, endsAt: toJapanIso(endsAt) };
    },
  });
  route(app, {
    method: "DELETE",
    url: "/prices/quotes/:id/link",
    access: members,
    params: "quote-link#/definitions/params",
    reply: "quote-link#/definitions/ended",
    summary: "End the link to a quote",
    handler: async (request) => {
      await endLink(host, {
        viewer: sessionOf(request).viewer,
        id: request.params.id,
      });
      return { success: true as const };
    },
  });
  route(app, {
    method: "POST",
    url: "/prices/shared-quote",
    access: "public",
    ...bodyCall("shared-quote"),
    summary: "A quote by its link",
    handler: async (request, reply) => {
      const { quote, endsAt } = await openLink(host, {
        token: request.body.token,
        address: request.ip,
        note: securityNotes(host, request),
      });
      void reply.header("cache-control", "no-store");
      return {
        success: true as const,
        ...quoteDocument(host, quote, request.language),
        endsAt: toJapanIso(endsAt),
      };
    },
  });
}

function registerPdf(app: FastifyInstance, host: Host): void {
  const printer = createPdfPrinter();
  app.addHook("onClose", () => printer.stop());
  const print = (quote: StoredQuote, language: Language) =>
    printer.print(quotePage(host, quote, language), abandonedSignal());
  route<{ Params: QuotePageParams; Reply: object }>(app, {
    method: "GET",
    url: "/prices/quotes/:id/pdf",
    access: members,
    params: "quote-page#/definitions/params",
    reply: () => ({ type: "string", description: "The PDF" }),
    replyTypes: [pdf],
    summary: "Download a quote",
    handler: async (request, reply) => {
      const { viewer } = sessionOf(request);
      const { id } = request.params;
      const quote = await findQuote(host.database.kysely, viewer, id);
      sendsPdf(reply, `quote-${id}.pdf`);
      if (request.method === "HEAD") return new Uint8Array();
      const release = app.downloads.exports.take(viewer.userId);
      try {
        return await print(quote, request.language);
      } finally {
        release();
      }
    },
  });
  route<{ Body: SharedQuoteBody; Reply: object }>(app, {
    method: "POST",
    url: "/prices/shared-quote/pdf",
    access: "public",
    body: "shared-quote#/definitions/body",
    reply: () => ({ type: "string", description: "The PDF" }),
    replyTypes: [pdf],
    summary: "Download a quote by its link",
    handler: async (request, reply) => {
      const { quote } = await openLink(host, {
        token: request.body.token,
        address: request.ip,
        note: securityNotes(host, request),
      });
      const release = app.downloads.publicExports.take(`quote ${quote.id}`);
      try {
        await countPrint(host, quote);
        // Strangers do not learn the id.
        sendsPdf(reply, "quote.pdf");
        return await print(quote, request.language);
      } finally {
        release();
      }
    },
  });
}

function sendsPdf(reply: FastifyReply, name: string): void {
  void reply
    .type(pdf)
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("cache-control", "no-store");
}
