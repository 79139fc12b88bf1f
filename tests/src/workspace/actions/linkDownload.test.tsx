import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { fakeServer } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { ports } from "../ports";
import { kobe, portsReply, renderPorts } from "../renderPorts";

const list: Resource = {
  ...ports,
  name: "photographed-ports",
  actions: [
    {
      ...{ id: "photos", on: ["row"], method: "GET" },
      path: "/ports/:id/photos",
      ...{ download: true, link: true },
    },
  ],
};

beforeAll(installDialogs);
beforeAll(() => import("../../../../src/ui/Popup"));

it("says that the file behind a link is being prepared", async () => {
  let arrive: (reply: object) => void = () => undefined;
  const reply = new Promise<object>((resolve) => {
    arrive = resolve;
  });
  fakeServer(({ path }) =>
    path.endsWith("/photos") ? reply : { body: portsReply([kobe]) },
  );
  const user = userEvent.setup();
  renderPorts(list);
  await user.click(
    await screen.findByRole("button", { name: "Actions for Kobe" }),
  );
  await user.click(await screen.findByRole("button", { name: "Photos" }));
  expect(await screen.findByText("Preparing Photos: Kobe…")).toBeVisible();
  arrive({ body: { success: true, link: null } });
  expect(await screen.findByText("Didn't find download link")).toBeVisible();
});
