import { expect, it } from "vitest";
import { isPlace } from "../../../src/layout/CompanyLinks";

it("shows links of the configuration that lead to a place, and none that runs a script", () => {
  const addresses = [
    "https://exporter.test/",
    "mailto:office@exporter.test",
    "tel:+81355550100",
    "/terms.pdf",
    "javascript:alert(1)",
    "data:text/html,<h1>Trap</h1>",
  ];
  expect(addresses.map(isPlace)).toEqual([
    ...[true, true, true, true],
    ...[false, false],
  ]);
});
