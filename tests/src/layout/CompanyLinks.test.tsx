import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { CompanyLinks } from "../../../src/layout/CompanyLinks";

it("shows the links of the configuration that lead to a place, and none that runs a script", async () => {
  const config = document.createElement("script");
  config.id = "config";
  config.type = "application/json";
  config.textContent = JSON.stringify({
    companyLinks: [
      { label: "Our site", href: "https://exporter.test/" },
      { label: "Write to us", href: "mailto:office@exporter.test" },
      { label: "Terms", href: "/terms.pdf" },
      { label: "Trap", href: "javascript:alert(1)" },
      { label: "Page in the link", href: "data:text/html,<h1>Trap</h1>" },
    ],
  });
  document.head.append(config);
  render(<CompanyLinks />);
  expect(await screen.findByRole("link", { name: "Our site" })).toBeVisible();
  const addresses = screen
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));
  expect(addresses).toEqual([
    "https://exporter.test/",
    "mailto:office@exporter.test",
    "/terms.pdf",
  ]);
});
