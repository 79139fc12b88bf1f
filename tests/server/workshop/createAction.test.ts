import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DeclaredAction, Resource } from "../../../domain/resource";
import type { TestApp } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import {
  startWorkshop,
  type Problem,
  type Published,
  type WorkshopCalls,
} from "./support";

const copy = declaredCopy();
const name = "announcements";

const show: DeclaredAction = {
  id: "showNow",
  on: ["row", "selection"],
  edits: ["from"],
  values: { from: "2026-11-21" },
  enabled: { not: { field: "from", filled: true } },
  confirm: true,
};

/** The actions of a declaration, without calls filled in. */
const actionsOf = (declaration: Resource) =>
  declaration.actions as unknown as DeclaredAction[];

describe("an action that is created in the workshop", () => {
  let test: TestApp;
  let admin: WorkshopCalls;

  beforeAll(async () => {
    ({ test, admin } = await startWorkshop(copy));
  });

  beforeEach(async () => {
    const { kysely } = test.context.database;
    await kysely.deleteFrom("workspace_overlays").execute();
    await test.context.declarations.reload();
  });

  const edit = (
    change: (actions: DeclaredAction[]) => void,
    options: object = {},
  ) =>
    admin.publish(
      (declaration, { labels }) => {
        change(actionsOf(declaration));
        labels.en["actions.showNow"] = "Show now";
        labels.ru["actions.showNow"] = "Показать сейчас";
      },
      { name, ...options },
    );
  const problemsOf = (reply: Awaited<ReturnType<typeof edit>>) =>
    reply.json<{ problems: Problem[] }>().problems;
  const idsOf = async () =>
    (await admin.list(name))?.actions?.map(({ id }) => id);

  it("acts at once, and is changed, removed and rolled back", async () => {
    const added = await edit((actions) => actions.unshift(show));
    expect(added.statusCode).toBe(200);
    const found = (await admin.list(name))?.actions?.find(
      ({ id }) => id === "showNow",
    );
    expect(found).toMatchObject({ method: "PATCH", values: show.values });
    expect(
      (await admin.get(`/workspace/resources/${name}`)).json(),
    ).toMatchObject({ created: ["showNow"] });
    const changed = await edit((actions) => {
      actions[0] = { ...show, on: ["row"] };
    });
    expect(changed.statusCode).toBe(200);
    const removed = await edit((actions) => actions.shift());
    expect(removed.statusCode).toBe(200);
    expect(await idsOf()).toEqual(["end", "setAudience"]);
    const back = await admin.rollBack(removed.json<Published>().id);
    expect(back.statusCode).toBe(200);
    expect(await idsOf()).toContain("showNow");
  });

  it("leaves the actions of the file as they are", async () => {
    const refused = {
      file: `resources/${name}.json`,
      pointer: expect.stringMatching(/^\/actions/) as string,
      reason: expect.stringMatching(/Change it in the file/) as string,
    };
    const changes: ((actions: DeclaredAction[]) => void)[] = [
      (actions) => actions.splice(0, 1, show),
      (actions) => actions.push(show, ...actions.splice(0, 1)),
      ([end]) => {
        if (end) end.confirm = true;
      },
    ];
    for (const change of changes) {
      const reply = await edit(change);
      expect(reply.statusCode).toBe(422);
      expect(problemsOf(reply)).toContainEqual(refused);
    }
  });

  it("edits fields of records and calls nothing else", async () => {
    const reply = await edit((actions) =>
      actions.push({
        id: "call",
        on: ["list"],
        method: "POST",
        path: "/logout",
      }),
    );
    expect(problemsOf(reply)).toContainEqual({
      file: `resources/${name}.json`,
      pointer: "/actions/2",
      reason: expect.stringMatching(/name them in "edits"/) as string,
    });
  });

  it("cannot take the name of another action", async () => {
    const reply = await edit((actions) => actions.push({ ...show, id: "end" }));
    expect(problemsOf(reply)[0]?.pointer).toMatch(/^\/actions/);
  });

  it("is for other people than managers only after a confirmation", async () => {
    const forAll: DeclaredAction = {
      ...show,
      access: { userTypes: ["client", "manager"] },
    };
    const refused = await edit((actions) => actions.push(forAll));
    expect(refused.json()).toMatchObject({
      messageCode: "confirmation_required",
    });
    const confirmed = await edit((actions) => actions.push(forAll), {
      confirmsAccess: true,
    });
    expect(confirmed.statusCode).toBe(200);
  });

  it("edits another field for other people only after another confirmation", async () => {
    const forAll: DeclaredAction = {
      ...show,
      access: { userTypes: ["client", "manager"] },
    };
    const options = { confirmsAccess: true };
    const added = await edit((actions) => actions.push(forAll), options);
    expect(added.statusCode).toBe(200);
    const wider = { ...forAll, edits: ["from", "until"] };
    const change = (actions: DeclaredAction[]) => {
      actions[actions.length - 1] = wider;
    };
    expect((await edit(change)).json()).toMatchObject({
      messageCode: "confirmation_required",
    });
    expect((await edit(change, options)).statusCode).toBe(200);
  });

  it("is created in a list whose file has no actions", async () => {
    const reply = await admin.publish(
      (declaration) => {
        const actions: DeclaredAction[] = [
          { id: "setNote", on: ["row"], edits: ["note"] },
        ];
        Object.assign(declaration, { actions });
      },
      { name: "inland-rates" },
    );
    expect(reply.statusCode).toBe(200);
    const list = await admin.list("inland-rates");
    expect(list?.actions).toMatchObject([{ id: "setNote" }]);
  });
});
