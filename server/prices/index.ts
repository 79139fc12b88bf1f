import { route } from "../platform/http/route";
import type { AreaModule } from "../workspace/area";
import { listCurrencies, listDestinations, offeredChoices } from "./choices";

/** The tables of rates, from which the whole price of a car is made. */
export const prices: AreaModule = {
  name: "prices",
  calls: ["/prices/*"],
  open: (host) => ({
    ports: { offeredChoices: () => offeredChoices(host) },
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
    },
  }),
};
