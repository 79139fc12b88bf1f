import { describe, expect, it } from "vitest";
import { createTurns } from "../../../../server/platform/http/admission";

const nextTurn = () => new Promise(setImmediate);

describe("tasks in turn", () => {
  it("run in their order, one in each turn of the event loop", async () => {
    const inTurn = createTurns();
    const ran: number[] = [];
    for (const task of [1, 2, 3]) inTurn(() => ran.push(task));
    expect(ran).toEqual([1]);
    await nextTurn();
    expect(ran).toEqual([1, 2]);
    inTurn(() => ran.push(4));
    await nextTurn();
    await nextTurn();
    expect(ran).toEqual([1, 2, 3, 4]);
  });

  it("run at once when no other task waits", async () => {
    const inTurn = createTurns();
    const ran: number[] = [];
    inTurn(() => ran.push(1));
    await nextTurn();
    inTurn(() => ran.push(2));
    expect(ran).toEqual([1, 2]);
  });
});
