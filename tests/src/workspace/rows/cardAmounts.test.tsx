import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeServer } from "../../providers/fakeServer";
import { ports } from "../ports";
import { kobe, otaru, portsReply, renderPorts } from "../renderPorts";

it("a card names its amounts, and leaves out missing ones", async () => {
  fakeServer(({ path }) => ({
    body: path.endsWith("/filters")
      ? { success: true }
      : { ...portsReply([]), rows: [kobe, { ...otaru, depth: null }] },
  }));
  renderPorts(
    { ...ports, card: { title: ["name"], amounts: ["depth"] } },
    { size: "phone" },
  );
  await screen.findByText("Kobe");
  expect(screen.getAllByRole("term").map((term) => term.textContent)).toEqual([
    "Depth",
  ]);
  expect(screen.getByRole("definition")).toHaveTextContent(/^18/);
});
