/** Runs a task now or later, after all tasks that came before it. */
export type InTurn = (task: () => void) => void;

/**
 * Returns a function that runs tasks in their order, one in each turn of the event
 * loop: the first at once, the others when it is their turn. Node would run all
 * requests that have arrived before it reads a reply of the database, and it accepts
 * one connection in each turn, so that new connections would wait for many requests.
 */
export function createTurns(): InTurn {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const runNext = () => {
    const task = waiting.shift();
    isTaken = task !== undefined;
    if (!task) return;
    setImmediate(runNext);
    task();
  };
  return (task) => {
    if (isTaken) {
      waiting.push(task);
      return;
    }
    isTaken = true;
    setImmediate(runNext);
    task();
  };
}
