import { describe, expect, it } from "vitest";
import {
  emptyList,
  inputOf,
  listViewers,
  newDeclaration,
  withChanged,
  withInput,
  type ListInput,
} from "../../../src/workshop/lists/listInput";

const titles = { en: "Yards", ru: "Стоянки" };
const typed: ListInput = { ...emptyList, name: "yards", titles };
const unique = ["name"];
const admins = { access: { roles: ["admin"] } };

const declared = (part: Partial<ListInput>) =>
  withInput(newDeclaration("yards"), { ...typed, ...part }, unique);

describe("the form of a list", () => {
  it.each(
    listViewers.flatMap((writers) =>
      [true, false].map((hasImport) => ({ writers, hasImport })),
    ),
  )("is filled with the saved list: %j", (part) => {
    expect(inputOf(declared(part), titles)).toEqual({ ...typed, ...part });
  });

  it("gives the import to the people who change rows", () => {
    const { calls } = declared({ writers: "admins", hasImport: true });
    expect(calls).toMatchObject({
      create: admins,
      update: admins,
      remove: admins,
      import: admins,
    });
    const narrowed = withInput(
      declared({ hasImport: true }),
      { ...typed, writers: "admins", hasImport: true },
      unique,
    );
    expect(narrowed.calls).toMatchObject({ import: admins });
  });

  it("keeps rules that it cannot show, of an import for other people too", () => {
    const calls = {
      create: admins,
      update: admins,
      remove: admins,
      import: {},
    };
    const list = { ...declared({ hasImport: true }), calls };
    const input = inputOf(list, titles);
    expect(input.writers).toBe("other");
    expect(withInput(list, input, unique).calls).toEqual(calls);
  });

  it.each([
    [admins, admins, admins],
    [{}, {}, {}],
    [admins, {}, admins],
  ])(
    "opens a new import to people who both add (%j) and change rows (%j)",
    (create, update, expected) => {
      const dealers = { access: { roles: ["dealer"] } };
      const calls = { create, update, remove: dealers };
      const list = { ...declared({}), calls };
      const input = { ...inputOf(list, titles), hasImport: true };
      expect(input.writers).toBe("other");
      expect(withInput(list, input, unique).calls).toEqual({
        ...calls,
        import: expected,
      });
    },
  );
});

it("leaves what another administrator has changed while the form was open", () => {
  const opened: ListInput = { ...typed, hasHistory: true };
  const present: ListInput = {
    ...opened,
    viewers: "admins",
    titles: { ...titles, ru: "Площадки" },
  };
  const input: ListInput = {
    ...opened,
    icon: "tag",
    titles: { ...titles, en: "Storage yards" },
  };
  expect(withChanged(present, { opened, input })).toEqual({
    ...present,
    icon: "tag",
    titles: { en: "Storage yards", ru: "Площадки" },
  });
  expect(withChanged(present, { opened, input: opened })).toEqual(present);
});
