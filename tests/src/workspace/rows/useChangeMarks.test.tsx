import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeServer } from "../../providers/fakeServer";
import { ports } from "../ports";
import { kobe, otaru, portsReply, renderPorts } from "../renderPorts";

it.each([
  ["cell", "desk"],
  ["card", "phone"],
] as const)(
  "a changed %s is marked for half a second, its neighbours are not",
  async (_, size) => {
    let depth = 18;
    fakeServer(({ path }) => ({
      body: path.endsWith("/filters")
        ? { success: true }
        : portsReply([{ ...kobe, depth }, otaru]),
    }));
    const { queryClient, container } = renderPorts(ports, { size });
    await screen.findAllByText("Kobe");
    const marked = new Set<string | null>();
    const marks = () => container.querySelectorAll("[data-changed]");
    const observer = new MutationObserver(() => {
      for (const element of marks()) marked.add(element.textContent);
    });
    observer.observe(container, { attributes: true, subtree: true });
    depth = 21;
    await queryClient.invalidateQueries({ queryKey: ["ports"] });
    await waitFor(() => {
      expect([...marked]).toEqual([expect.stringContaining("21")]);
      expect(marks()).toHaveLength(0);
    });
    observer.disconnect();
  },
);
