/** The addresses that information pages can have, as in `schemas/information.json`. */
export const informationPaths = [
  "/about",
  "/how-to-buy",
  "/make-an-order",
  "/info/:name",
];
