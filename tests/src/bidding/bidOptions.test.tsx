import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { useBidOptions } from "../../../src/bidding/form/useBidOptions";
import { lotDetail } from "../catalog/lotDetail";
import { fakeServer } from "../providers/fakeServer";
import { InEnglish } from "../providers/inEnglish";

it("keeps the loaded options when they cannot be read again", async () => {
  let status = 200;
  const option = { value: 1, label: "Any one", cars: 0 };
  fakeServer(() => ({ status, body: { success: true, options: [option] } }));
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <InEnglish>{children}</InEnglish>
    </QueryClientProvider>
  );
  const { bidInfo } = lotDetail();
  const shown = { ...bidInfo, bidGroupShow: true, exportTypeShow: true };
  const { result } = renderHook(
    () =>
      useBidOptions(shown, {
        isEnabled: true,
        isFixedPrice: false,
        target: { kind: "own" },
      }),
    { wrapper },
  );
  const state = () =>
    ["bidGroup", "bidType"].map((name) => {
      const { error, options } = result.current[name] ?? {};
      return [error, options?.some(({ value }) => value === "1")];
    });
  await waitFor(() => {
    expect(state()).toEqual([
      [null, true],
      [null, true],
    ]);
  });
  status = 503;
  await queryClient.invalidateQueries();
  await waitFor(() => {
    const [query] = queryClient.getQueryCache().getAll();
    expect(query?.state.status).toBe("error");
  });
  expect(state()).toEqual([
    [null, true],
    [null, true],
  ]);
});
