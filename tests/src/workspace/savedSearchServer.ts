import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach } from "vitest";
import type { MySearchItem } from "../../../generated/schemas";
import { fakeServer, type refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { facets, lots, renderList, screenIs } from "./renderList";

/** The state of a server with saved searches. Each test begins with an empty one. */
export const server = {
  saved: [] as MySearchItem[],
  /** The bodies of the changing calls. */
  sent: [] as { call: string; body: unknown }[],
  /** The refusal of the next changing call; undefined for success. */
  refused: undefined as ReturnType<typeof refusal> | undefined,
  /** The reply to saving a search. */
  reply: { success: true } as object,
  calls: [] as string[],
};

/** Gives each test of a file the server and the dialogs. */
export function useSavedSearches(): void {
  beforeAll(async () => {
    installDialogs();
    await import("../../../src/workspace/saved/SavedDialog");
  });

  beforeEach(() => {
    screenIs("desk");
    server.saved = [];
    server.sent = [];
    server.refused = undefined;
    server.reply = { success: true };
    server.calls = fakeServer(({ path, method, body }) => {
      const { saved, refused, reply } = server;
      if (path.endsWith("/my-search"))
        return { body: { success: true, items: saved, counter: saved.length } };
      if (path.endsWith("/filters")) return { body: facets(12) };
      if (method === "GET") return { body: lots(1, 12) };
      server.sent.push({ call: path.split("/").at(-1) ?? "", body });
      server.refused = undefined;
      return refused ?? { body: reply };
    });
  });
}

export const search = (
  id: number,
  more?: Partial<MySearchItem>,
): MySearchItem => ({
  id: String(id),
  title: `Search ${id}`,
  params: "maker=1",
  type: "auction",
  createdAt: "2026-11-20T10:42:00+09:00",
  ...more,
});

/** Opens the dialog of a list with the given URL query. */
export async function open(search = "", isOwnServer = true) {
  const user = userEvent.setup();
  renderList({ name: "car-auction", search, isOwnServer });
  await user.click(
    await screen.findByRole("button", { name: /^Saved searches/ }),
  );
  const list = await screen.findByRole("dialog", { name: "Saved searches" });
  return { user, list };
}

export const dialog = (name: string) => screen.findByRole("dialog", { name });

export const press = async (
  user: ReturnType<typeof userEvent.setup>,
  name: string,
) => user.click(screen.getByRole("button", { name }));
