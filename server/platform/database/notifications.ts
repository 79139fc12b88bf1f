import type { DatabaseConnection, Transaction } from "kysely";
import type { Tables } from "./tables";

/** Sends a notification to all listeners of a channel, on every server. */
export type Notify = (channel: string, payload: string) => void;

type Task = (notify: Notify) => void;

const tasksOf = new WeakMap<DatabaseConnection, Task[]>();

/**
 * Calls `task` once the transaction is committed. Notifications belong there: PostgreSQL
 * commits transactions that notify one after another, for the whole cluster.
 */
export const afterCommit = (
  trx: Transaction<Tables>,
  task: Task,
): Promise<void> =>
  trx.getExecutor().provideConnection((connection) => {
    tasksOf.set(connection, [...(tasksOf.get(connection) ?? []), task]);
    return Promise.resolve();
  });

/** Returns the tasks of the connection's transaction, which ends now. */
export function takeTasks(connection: DatabaseConnection): readonly Task[] {
  const tasks = tasksOf.get(connection) ?? [];
  tasksOf.delete(connection);
  return tasks;
}

export type Notifier = {
  notify: Notify;
  /** Sends what waits. Notifications are not sent afterwards. */
  close(): Promise<void>;
};

export type Notification = { channel: string; payload: string };

/** Transactions that commit within this time notify together. */
const gatherMs = 10;

/**
 * Collects notifications, and sends equal ones once. Listeners also look for changes
 * themselves, so a notification may be lost.
 */
export function createNotifier(
  send: (notifications: readonly Notification[]) => Promise<void>,
): Notifier {
  const waiting = new Map<string, Notification>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  let isClosed = false;

  const sendAll = () => {
    timer = undefined;
    const notifications = [...waiting.values()];
    waiting.clear();
    if (notifications.length > 0)
      sending = sending.then(() => send(notifications)).catch(() => undefined);
    return sending;
  };

  return {
    notify: (channel, payload) => {
      if (isClosed) return;
      waiting.set(`${channel} ${payload}`, { channel, payload });
      timer ??= setTimeout(() => void sendAll(), gatherMs);
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      return sendAll();
    },
  };
}

type OnPayload = (payload: string) => void;

/** Keeps the listeners of notification channels. */
export function createChannels() {
  const listeners = new Map<string, Set<OnPayload>>();
  return {
    names: (): string[] => [...listeners.keys()],

    /** Adds a listener. Returns true if it is the first of its channel. */
    add(channel: string, onPayload: OnPayload): boolean {
      const known = listeners.get(channel);
      if (known) known.add(onPayload);
      else listeners.set(channel, new Set([onPayload]));
      return !known;
    },

    /** Removes a listener. Returns true if it was the last of its channel. */
    remove(channel: string, onPayload: OnPayload): boolean {
      const known = listeners.get(channel);
      if (!known?.delete(onPayload) || known.size > 0) return false;
      return listeners.delete(channel);
    },

    deliver(channel: string, payload: string): void {
      for (const onPayload of listeners.get(channel) ?? []) onPayload(payload);
    },
  };
}
