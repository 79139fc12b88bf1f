import type { FastifyInstance, FastifyRequest } from "fastify";
import { createFairSlots } from "./fairSlots";
import { networkOf } from "./network";
import { accessOf } from "./route";
import { overloaded, type Work } from "./work";

/** The error that is sent at the deadline still arrives within five seconds. */
const workMilliseconds = 4_800;
/** A client that has not taken its answer by then is disconnected. */
const sendMilliseconds = 60_000;

type WorkLimits = {
  /** Requests worked on at once. */
  most: number;
  /** Requests of one user or address worked on at once. */
  mostOfUser?: number;
  /** For the work on one request, without the arrival of its body. */
  milliseconds?: number;
};

/** Requests are counted apart by what they do. */
const kinds = ["reads", "writes", "long"] as const;
type Kind = (typeof kinds)[number];

/** The requests that the limits hold at the moment. */
export type AdmissionLoad = {
  /** Requests that are worked on. */
  running: number;
  most: number;
  /** Requests in the queues of their users and addresses. */
  waiting: Readonly<Record<Kind, number>>;
  /** Requests that got 503 because there was no room or no time, since the start. */
  refused: Readonly<Record<Kind, number>>;
};

const defaultMostOfUser = 4;
/** Further requests of a user or address are refused at once. */
const mostWaiting = 200;
/** A request that waits begins with this share of its time, or gets 503. */
const shareLeft = 0.25;

/**
 * Works on at most `most` requests at once, each for at most `milliseconds`.
 * Requests beyond that get 503 with Retry-After before any lookup or database
 * work. Routes marked `isExempt` are always answered. The others begin in turn.
 *
 * At most `mostOfUser` requests of one user run at once. The others wait in a queue of
 * the user, so that other users do not wait for them, and get 503 if they cannot begin in time.
 * Public routes and session lookups count for the address of the client. Reads, writes
 * and long routes are counted apart: slow lists delay no write and no stream.
 *
 * A request holds a slot only while the server works on it: from its arrival
 * until its answer is ready, but not while its body arrives. So neither slow
 * senders nor slow readers can fill the slots. If the client disconnects, the
 * statements of a read are cancelled, and the slot is free again once the running
 * work has ended, at the latest at the deadline. Returns a function that reads the
 * present load.
 */
export function limitWork(
  app: FastifyInstance,
  {
    most,
    mostOfUser = defaultMostOfUser,
    milliseconds = workMilliseconds,
  }: WorkLimits,
): () => AdmissionLoad {
  let slotsTaken = 0;
  const waiting: Record<Kind, number> = { reads: 0, writes: 0, long: 0 };
  const refused: Record<Kind, number> = { reads: 0, writes: 0, long: 0 };
  const inTurn = createTurns();
  const claimFor = {
    reads: createFairSlots({ most: mostOfUser, mostWaiting }),
    // A user holds less than half of the connections for writes.
    writes: createFairSlots({ most: Math.ceil(mostOfUser / 2), mostWaiting }),
    long: createFairSlots({ most: mostOfUser, mostWaiting }),
  };
  const longestWait = milliseconds * (1 - shareLeft);

  const takeSlot = (work: Work): boolean => {
    if (slotsTaken >= most) return false;
    slotsTaken += 1;
    work.hasSlot = true;
    return true;
  };
  const giveSlotBack = (work: Work) => {
    if (work.hasSlot) slotsTaken -= 1;
    work.hasSlot = false;
  };

  const enter = (
    work: Work,
    kind: Kind,
    holder: string,
    next: (error?: Error) => void,
  ) => {
    const refuse = () => {
      // A client that has left was not refused.
      if (!work.isClosed) refused[kind] += 1;
      next(overloaded());
    };
    if (work.isClosed) {
      refuse();
      return;
    }
    const before = work.claim;
    const claim = claimFor[kind](holder);
    let hasWaited = false;
    work.holder = holder;
    work.claim = claim;
    claim.start({
      waitMs: work.beginsUntil - performance.now(),
      begin: () => {
        if (hasWaited) waiting[kind] -= 1;
        if (work.hasSlot) next();
        else if (takeSlot(work)) inTurn(next);
        else if (hasWaited) setImmediate(refuse);
        else refuse();
      },
      giveUp: () => {
        if (hasWaited) waiting[kind] -= 1;
        refuse();
      },
    });
    hasWaited = claim.isWaiting();
    if (hasWaited) {
      waiting[kind] += 1;
      giveSlotBack(work);
    }
    before?.end();
  };

  app.decorateRequest("work", null);
  app.addHook("onRequest", (request, reply, done) => {
    const { definition } = request.routeOptions.config;
    const abandoned = new AbortController();
    const isLong = definition?.isLong ?? false;
    const isWrite = !isRead(request);
    const kind = isLong ? "long" : isWrite ? "writes" : "reads";
    const now = performance.now();
    const work: Work = {
      isExempt: definition?.isExempt ?? false,
      hasSlot: false,
      isClosed: false,
      isWrite,
      deadline: isLong
        ? null
        : {
            endsAt: now + milliseconds,
            // A write goes on, because its sender may have seen it leave.
            ...(isWrite ? {} : { signal: abandoned.signal }),
          },
      abandoned: abandoned.signal,
      beginsUntil: now + longestWait,
      waitsSince: 0,
      holder: "",
      claim: null,
      running: Promise.resolve(),
      enter: (holder, next) => {
        enter(work, kind, holder, next);
      },
      release: () => {
        giveSlotBack(work);
        work.claim?.end();
      },
    };
    request.work = work;
    if (work.isExempt) {
      done();
      return;
    }
    reply.raw.once("close", () => {
      work.isClosed = true;
      abandoned.abort(closed);
      if (work.claim?.isWaiting()) work.claim.end();
      void work.running.then(work.release);
    });
    const isPublic = !definition || accessOf(definition) === "public";
    const network = networkOf(request.ip);
    work.enter(`${isPublic ? "address" : "lookup"} ${network}`, done);
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
    if (!work || work.isExempt || !hasBody(request)) {
      done();
      return;
    }
    const waited = performance.now() - work.waitsSince;
    work.beginsUntil += waited;
    if (work.deadline) work.deadline.endsAt += waited;
    work.enter(work.holder, done);
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

  return () => ({ running: slotsTaken, most, waiting, refused });
}

/** A text as the abort reason: an Error would capture a stack for each request. */
const closed = "the connection is closed";

const isRead = ({ method }: FastifyRequest): boolean =>
  method === "GET" || method === "HEAD";

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined ||
  Number(headers["content-length"] ?? 0) > 0;

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
