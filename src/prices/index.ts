import type { AreaModule } from "../workspace/registry/areaModule";

const priceParts = {
  slots: {
    aboveFacts: () => import("./AboveFacts"),
    belowAmount: () => import("./AmountPrice"),
  },
};

/**
 * Adds the whole price at the reader's port to the page of a car and to its bid form. The
 * numbers come from the computed fields of the row. Adds the lines, warnings and link of a
 * quote to its page.
 */
export const prices: AreaModule = {
  rows: {
    lot: priceParts,
    stock: priceParts,
    bike: priceParts,
    quote: { slots: { aboveFacts: priceParts.slots.aboveFacts } },
  },
};
