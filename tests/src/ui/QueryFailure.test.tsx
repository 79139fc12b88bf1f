import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { CallError } from "../../../src/providers/CallError";
import { QueryFailure } from "../../../src/ui/QueryFailure";
import { InEnglish } from "../providers/inEnglish";

it.each([
  [401, true],
  [503, false],
])(
  "the failure of a query takes no room for an expired session: %i",
  (status, isEmpty) => {
    const error = new CallError({ status, code: "refused" });
    const query = { data: {}, error, isFetching: false, refetch: () => null };
    const { container } = render(
      <InEnglish>
        <QueryFailure {...query} />
      </InEnglish>,
    );
    expect(container.childElementCount === 0).toBe(isEmpty);
  },
);
