import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import { QuestionDialog } from "../../../../src/workspace/actions/ActionDialogs";
import { registerAreas } from "../../../../src/workspace/registry/areas";
import { renderInApp } from "../../bidding/inApp";
import { fakeServer } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { ports } from "../ports";
import { kobe, otaru, portsReply, renderPorts, vanino } from "../renderPorts";

const body = "port-country#/definitions/body";

beforeAll(installDialogs);
beforeAll(() => {
  registerAreas([
    {
      confirms: {
        // Asks about each shallow port apart.
        shallow: ({ row }) =>
          Number(row.depth) < 15
            ? [
                {
                  title: `Shallow ${String(row.name)}`,
                  text: "Sure?",
                  accept: "Change",
                  sends: { confirmedDepth: row.depth },
                },
              ]
            : [],
        // Asks the same about all ports, in the words of each.
        close: () => [
          {
            title: "bidManager.confirm.close.title",
            text: "bidManager.confirm.close.text",
            accept: "bidManager.confirm.change",
            values: { to: "Korea" },
          },
        ],
      },
    },
  ]);
});

it("a key that is held down does not accept a question", () => {
  const question = { title: "Won?", text: "Sure?", accept: "Mark as won" };
  renderInApp(
    <QuestionDialog
      open={{ question, rowCount: 1, answer: () => undefined }}
    />,
  );
  const accept = screen.getByRole("button", { name: "Mark as won" });
  expect(accept).toHaveFocus();
  // A prevented key press makes no click in a browser.
  expect(fireEvent.keyDown(accept, { key: "Enter" })).toBe(true);
  expect(fireEvent.keyDown(accept, { key: "Enter", repeat: true })).toBe(false);
});

/** Opens a list of ports, and sets the country of all of them; the rule asks before. */
async function setAll(
  confirm: string,
  textsFor?: NonNullable<Parameters<typeof renderPorts>[1]>["textsFor"],
) {
  const writes: unknown[] = [];
  fakeServer(({ path, method, body: sent }) => {
    if (method === "PUT") {
      writes.push(sent);
      return { body: { success: true } };
    }
    return path.endsWith("/forms/port-country")
      ? {
          body: {
            properties: {
              portId: { type: "string" },
              country: { type: "string", enum: ["japan", "korea"] },
            },
          },
        }
      : { body: portsReply([kobe, otaru, vanino]) };
  });
  renderPorts(
    {
      ...ports,
      name: `portsAsked-${confirm}`,
      columns: [...ports.columns, { id: "country", fields: ["country"] }],
      actions: [
        {
          id: "setCountry",
          on: ["selection"],
          method: "PUT",
          path: "/ports/country",
          body,
          values: { portId: "@key" },
          patch: { country: "country" },
          confirm,
        },
      ],
    },
    {
      textsFor,
      forms: {
        [body]: {
          schema: "/workspace/forms/port-country",
          validator: "/workspace/forms/port-country-check",
        },
      },
    },
  );
  const user = userEvent.setup();
  for (const name of ["Kobe", "Otaru", "Vanino"])
    await user.click(
      await screen.findByRole("checkbox", { name: `Select ${name}` }),
    );
  const bar = await screen.findByRole("region", { name: "Actions" });
  await user.click(await within(bar).findByRole("button", { name: "Korea" }));
  const answer = async (name: string, button: string) => {
    const dialog = await screen.findByRole("dialog", { name });
    const text = dialog.textContent;
    await user.click(within(dialog).getByRole("button", { name: button }));
    return text;
  };
  return { answer, writes };
}

it("asks rows with the texts of another section apart from the others", async () => {
  const { answer, writes } = await setAll("close", {
    country: { russia: "orders" },
  });
  const bids = await answer("Close this bid?", "Cancel");
  expect(bids).toContain("The bid gets the status “Korea”");
  expect(bids).toContain("2 rows");
  const orders = await answer("Close this order?", "Change status");
  expect(orders).toContain("The order gets the status “Korea”");
  expect(orders).not.toMatch(/\bbid\b/i);
  expect(orders).toContain("Vanino");
  await waitFor(() => {
    expect(writes).toEqual([{ portId: "9", country: "korea" }]);
  });
});

it("a declined question leaves out its own row, an accepted one sends its values with its own row", async () => {
  const { answer, writes } = await setAll("shallow");
  await answer("Shallow Otaru", "Cancel");
  await answer("Shallow Vanino", "Change");
  await waitFor(() => {
    expect(writes).toEqual([
      { portId: "7", country: "korea" },
      { portId: "9", country: "korea", confirmedDepth: 11 },
    ]);
  });
  expect(
    await screen.findByText(
      /2 rows changed\. 1 row was left as it is, because you did not confirm/,
    ),
  ).toBeVisible();
});
