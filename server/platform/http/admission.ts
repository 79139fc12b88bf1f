import type { FastifyInstance, FastifyRequest } from "fastify";
import { runWithDeadline, type Deadline } from "../deadline";
import { failure } from "../errors";
import { createTurns } from "./turns";

/** The error that is sent at the deadline still arrives within five seconds. */
const workMilliseconds = 4_800;
/** A client that has not taken its answer by then is disconnected. */
const sendMilliseconds = 60_000;
const retryAfterSeconds = 1;

type WorkLimits = {
  /** Requests worked on at once. */
  most: number;
  /** For the work on one request, without the arrival of its body. */
  milliseconds?: number;
};

/** The state of one request in the limits on work. */
type Work = {
  isExempt: boolean;
  hasSlot: boolean;
  /** Whether the connection is closed or the answer has been sent. */
  isClosed: boolean;
  /** Null for routes marked `isLong`. */
  deadline: Deadline | null;
  /** When the server began to wait for the body, by `performance.now()`. */
  waitsSince: number;
  /** Settles when the lookup or handler that runs now has ended. */
  running: Promise<unknown>;
  /** Gives the slot back; a stream calls it once it has begun. */
  release: () => void;
};

declare module "fastify" {
  interface FastifyRequest {
    work: Work | null;
  }
}

/**
 * Works on at most `most` requests at once, each for at most `milliseconds`.
 * Requests beyond that get 503 with Retry-After before any lookup or database
 * work. Routes marked `isExempt` are always answered. The others begin in turn.
 *
 * A request holds a slot only while the server works on it: from its arrival
 * until its answer is ready, but not while its body arrives. So neither slow
 * senders nor slow readers can fill the slots. If the client disconnects, the
 * statements of a read are cancelled, and the slot is free again once the running
 * work has ended, at the latest at the deadline.
 */
export function limitWork(
  app: FastifyInstance,
  { most, milliseconds = workMilliseconds }: WorkLimits,
): void {
  let slotsTaken = 0;
  const inTurn = createTurns();
  const admit = (work: Work): boolean => {
    if (work.isExempt) return true;
    if (work.isClosed || slotsTaken >= most) return false;
    slotsTaken += 1;
    work.hasSlot = true;
    return true;
  };

  app.decorateRequest("work", null);
  app.addHook("onRequest", (request, reply, done) => {
    const { definition } = request.routeOptions.config;
    const abandoned = new AbortController();
    const work: Work = {
      isExempt: definition?.isExempt ?? false,
      hasSlot: false,
      isClosed: false,
      deadline: definition?.isLong
        ? null
        : {
            endsAt: performance.now() + milliseconds,
            // A write goes on, because its sender may have seen it leave.
            ...(isRead(request) ? { signal: abandoned.signal } : {}),
          },
      waitsSince: 0,
      running: Promise.resolve(),
      release: () => {
        if (work.hasSlot) slotsTaken -= 1;
        work.hasSlot = false;
      },
    };
    request.work = work;
    reply.raw.once("close", () => {
      work.isClosed = true;
      abandoned.abort(closed);
      void work.running.then(work.release);
    });
    if (!admit(work)) done(overloaded());
    else if (work.isExempt) done();
    else
      inTurn(() => {
        done();
      });
  });

  // Neither the slot nor the deadline counts the time in which a body arrives.
  app.addHook("preParsing", (request, _reply, payload, done) => {
    const { work } = request;
    if (work && hasBody(request)) {
      work.release();
      work.waitsSince = performance.now();
    }
    done(null, payload);
  });
  app.addHook("preValidation", (request, _reply, done) => {
    const { work } = request;
    if (!work || !hasBody(request)) {
      done();
      return;
    }
    if (work.deadline)
      work.deadline.endsAt += performance.now() - work.waitsSince;
    done(admit(work) ? undefined : overloaded());
  });

  app.addHook("onSend", ({ work }, { raw }, payload, done) => {
    work?.release();
    if (work?.deadline) {
      const cut = setTimeout(() => raw.destroy(), sendMilliseconds).unref();
      raw.once("close", () => {
        clearTimeout(cut);
      });
    }
    done(null, payload);
  });
}

/**
 * Runs a lookup or a handler as the work for a request. Rejects with
 * `unavailable` at the request's deadline, and at once if the client has gone.
 */
export async function runWork<Result>(
  { work }: FastifyRequest,
  task: () => Result | Promise<Result>,
): Promise<Result> {
  if (!work) return task();
  if (work.isClosed) throw overloaded();
  const result = untilDeadline(work.deadline, task);
  if (work.deadline) work.running = result.catch(() => undefined);
  return result;
}

async function untilDeadline<Result>(
  deadline: Deadline | null,
  task: () => Result | Promise<Result>,
): Promise<Result> {
  const result = runWithDeadline(deadline, async () => task());
  if (!deadline) return result;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const milliseconds = deadline.endsAt - performance.now();
    timer = setTimeout(() => {
      // Timers may fire up to a millisecond early; the answer is final.
      deadline.endsAt = Math.min(deadline.endsAt, performance.now());
      reject(overloaded());
    }, milliseconds);
  });
  try {
    return await Promise.race([result, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Without it each request would pay for an error with a stack. */
const closed = "the connection is closed";

const overloaded = () =>
  failure("unavailable", { retryAfter: retryAfterSeconds });

const isRead = ({ method }: FastifyRequest): boolean =>
  method === "GET" || method === "HEAD";

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined ||
  Number(headers["content-length"] ?? 0) > 0;
