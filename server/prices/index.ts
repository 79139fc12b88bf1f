import { route } from "../platform/http/route";
import type { AreaModule } from "../workspace/area";
import { listCurrencies, listDestinations, offeredChoices } from "./choices";
import { migrations } from "./migrations";
import { quoteEffects } from "./quotes/quoteEffects";
import { quoteMailJob, quotePriceJob } from "./quotes/quoteJobs";
import { quoteLists } from "./quotes/quoteLists";
import { quoteMail } from "./quotes/quoteMail";
import { quoteSource } from "./quotes/quoteSource";
import { registerQuotes } from "./quotes/routes";

/** The tables of rates, from which the whole price of a car is made, and quotes. */
export const prices: AreaModule = {
  name: "prices",
  migrations,
  sources: [quoteSource],
  calls: ["/prices/*"],
  retention: () => [
    { table: "quotes", since: "priced_at", days: 365 },
    { table: "quote_links", since: "expires_at", days: 1 },
  ],
  open: (host) => ({
    ports: { offeredChoices: () => offeredChoices(host) },
    lists: [quoteLists(host)],
    recordCalls: {
      "/prices/destinations": ["freight"],
      "/prices/currencies": ["currency-rate"],
    },
    effects: [quoteEffects(host)],
    jobs: [quotePriceJob(host), quoteMailJob(host)],
    mails: [quoteMail(host)],
    routes: (api) => {
      route(api, {
        method: "GET",
        url: "/prices/destinations",
        access: "signedIn",
        reply: "price-options#/definitions/reply",
        summary: "The ports of destination that have freight rates",
        handler: async ({ language }) => ({
          success: true,
          options: await listDestinations(host, language),
        }),
      });
      route(api, {
        method: "GET",
        url: "/prices/currencies",
        access: "signedIn",
        reply: "price-options#/definitions/reply",
        summary: "The currencies that have a rate, in yen",
        handler: async ({ language }) => ({
          success: true,
          options: await listCurrencies(host, language),
        }),
      });
      registerQuotes(api, host);
    },
  }),
};
