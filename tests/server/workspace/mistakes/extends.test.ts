import { expect, it } from "vitest";
import { checkSources } from "../../../../server/workspace/checks/checkSources";
import { exampleSources } from "../../../support/exampleSources";
import { runAtOnce } from "../../../../server/platform/steps";

it("reports a mistake in a shared part once, in the file that declares it", () => {
  const sources = exampleSources;
  const base = sources.resources.find(({ file }) =>
    file.endsWith("/bid-manager.json"),
  )?.content as Record<string, unknown>;
  const broken = { ...base, sorts: [{ id: "price", field: "prise" }] };
  const extending = {
    ...broken,
    name: "archive",
    route: "/archive",
    extends: "bid-manager",
    calls: {},
    actions: [],
  };
  const { problems } = runAtOnce(
    checkSources({
      sources: {
        ...sources,
        resources: [
          ...sources.resources.filter(({ content }) => content !== base),
          { file: "resources/bid-manager.json", content: broken },
          { file: "resources/archive.json", content: extending },
        ],
      },
      checks: [],
    }),
  );
  const places = problems.map(({ file, pointer }) => `${file} ${pointer}`);
  expect(places.filter((place) => place.endsWith("/sorts/0/field"))).toEqual([
    "resources/bid-manager.json /sorts/0/field",
  ]);
});
