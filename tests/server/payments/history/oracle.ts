/**
 * What a history of bids, results and payments must lead to, written again from the rules
 * in words. It uses nothing of the program. Days are numbers; amounts are yen.
 */

/** The codes of the feed. */
const sold = [4533, 4534];
const ended = [...sold, 4535, 4536, 4537];
const [ongoing, upcoming] = [4531, 4532];
/** The codes of bids. */
const [isNew, forwarded, finished, won] = [1, 2, 5, 6];

/** A row of the feed about a lot. */
export type Row = {
  status: number;
  price: number | null;
  winner: string | null;
  day: number;
  word: "revoked" | "postponed" | null;
};

type Result = Omit<Row, "word"> & { offering: number; revision: number };
export type Lot = Result & {
  id: string;
  /** The day on which it was offered before. */
  earlier: number | null;
  /** The last results of its earlier offerings, the latest first. */
  past: Result[];
  /** The last row of the present offering. */
  last: Row | null;
};

export type Bid = {
  id: string;
  client: string;
  lot: string;
  amount: number;
  status: number;
  /** The result of its offering. */
  result: Result;
  /** The number of cars that its group buys, and the bids that count together. */
  group: { cars: number; round: string } | null;
  recorded: number | null;
  wonPrice: number | null;
  question: string | null;
  decided: number;
  releasedFrom: number | null;
};

export type Client = { paid: number; credit: number };

export type World = {
  lots: Map<string, Lot>;
  /** In the order of placing. */
  bids: Bid[];
  clients: Map<string, Client>;
  /** The yen that each bid, or all bids of a round, held when one of them changed last. */
  holds: Map<string, { client: string; yen: number }>;
};

const isOpen = ({ status }: Bid) => status === isNew || status === forwarded;

const owed = (bid: Bid) =>
  bid.status === won ? (bid.recorded ?? bid.wonPrice ?? 0) : 0;

const sum = (amounts: readonly number[]) =>
  amounts.reduce((total, amount) => total + amount, 0);

/** Returns the balance of a client and the money that undecided bids bind. */
export function moneyOf({ bids, clients, holds }: World, client: string) {
  const own = bids.filter((bid) => bid.client === client);
  const { paid = 0, credit = 0 } = clients.get(client) ?? {};
  const balance = paid - sum(own.map(owed));
  const kept = [...holds.values()].filter((hold) => hold.client === client);
  const bound = sum(kept.map(({ yen }) => yen));
  return { balance, bound, free: balance > 0 ? balance + credit - bound : 0 };
}

const keyOf = ({ id, client, group }: Bid) =>
  group ? `${client} ${group.round}` : id;

/** Returns what a bid holds, with the bids that count together with it. */
function heldBy(world: World, bid: Bid, hour: number): number {
  const isPending = (one: Bid) => one.status === won && owed(one) === 0;
  if (!bid.group) return isOpen(bid) || isPending(bid) ? bid.amount : 0;
  const round = world.bids.filter((other) => keyOf(other) === keyOf(bid));
  const open = round.filter(isOpen);
  const canWait = ({ result: { status, day } }: Bid) =>
    status === upcoming &&
    day * 24 + 15 > hour &&
    open.filter((other) => other.result.day === day).length === 1;
  const bought = round.filter(({ status }) => status === won).length;
  const waiting = open.filter(canWait).map(({ amount }) => amount);
  return sum([
    ...round.filter(isPending).map(({ amount }) => amount),
    ...open.filter((one) => !canWait(one)).map(({ amount }) => amount),
    ...waiting
      .toSorted((a, b) => b - a)
      .slice(0, Math.max(bid.group.cars - bought, 0)),
  ]);
}

/** Returns the free money that a bid takes, which is negative where it gives some back. */
export const neededFor = (world: World, bid: Bid, hour: number): number =>
  heldBy(world, bid, hour) - (world.holds.get(keyOf(bid))?.yen ?? 0);

/** Computes the hold of a bid again. */
export const hold = (world: World, bid: Bid, hour: number): unknown =>
  world.holds.set(keyOf(bid), {
    client: bid.client,
    yen: heldBy(world, bid, hour),
  });

/** Changes a bid, and computes its hold again if its status, amount or price changes. */
export function change(
  world: World,
  bid: Bid,
  hour: number,
  apply: () => void,
): void {
  const money = () =>
    [bid.status, bid.amount, bid.recorded, bid.wonPrice].join();
  const before = money();
  apply();
  if (money() !== before) hold(world, bid, hour);
}

/** Returns the round that a new bid of a client in a group joins. */
export function roundFor({ bids }: World, client: string, group: number) {
  const rounds = bids
    .filter((bid) => bid.client === client)
    .map((bid) => ({ bid, of: bid.group?.round.split(" ") ?? [] }))
    .filter(({ of }) => of[0] === String(group));
  const latest = Math.max(0, ...rounds.map(({ of }) => Number(of[1])));
  const isGoingOn = rounds.some(
    ({ bid, of }) => Number(of[1]) === latest && isOpen(bid),
  );
  return `${group} ${isGoingOn ? latest : latest + 1}`;
}

/** Applies a row of the feed: results stay until it says something new. */
export function applyRow(world: World, lot: Lot, row: Row): void {
  if (lot.earlier !== null && row.day <= lot.earlier) {
    applyLateRow(world, lot, row);
    return;
  }
  if (JSON.stringify(row) === JSON.stringify(lot.last)) return;
  lot.last = row;
  const { word, ...values } = row;
  if (!word && ended.includes(lot.status) && row.day > lot.day) {
    lot.past.unshift(resultOf(lot));
    Object.assign(lot, values, {
      offering: lot.offering + 1,
      earlier: lot.day,
      revision: lot.revision + 1,
    });
  } else applyTo(lot, row);
  copy(world, lot);
  const { status, price, winner } = lot;
  if (!sold.includes(status)) return;
  // A house may date a negotiated sale to a later day: the bid that it names hears of it.
  for (const bid of world.bids)
    if (
      bid.lot === lot.id &&
      bid.id === winner &&
      bid.result.offering < lot.offering &&
      bid.status !== won &&
      outcomeOf(bid.result) !== outcomeOf(lot)
    )
      renew(bid, { status, price, winner }, lot.revision);
}

/** A row about the day of an earlier offering changes the result of that offering. */
function applyLateRow(world: World, lot: Lot, row: Row): void {
  const result = lot.past.find(({ day }) => day === row.day);
  if (!result || row.word === "postponed") return;
  const { revision } = result;
  applyTo(result, row);
  if (result.revision === revision) return;
  const { status, price, winner } = result;
  for (const bid of world.bids)
    if (bid.lot === lot.id && bid.result.offering === result.offering)
      renew(bid, { status, price, winner }, result.revision);
}

/** Applies a row to the result of its offering. */
function applyTo(result: Result, row: Row): void {
  const { word, ...values } = row;
  const hadResult = ended.includes(result.status);
  const isEnd = ended.includes(row.status);
  const isUnsold = isEnd && !sold.includes(row.status);
  const before = outcomeOf(result);
  if (word) {
    Object.assign(result, values);
    if (hadResult) result.revision += 1;
    return;
  }
  if (isEnd || !hadResult) result.status = row.status;
  result.price = row.price ?? (isUnsold ? null : result.price);
  result.winner = row.winner ?? (isUnsold ? null : result.winner);
  result.day = row.day;
  if (ended.includes(result.status) && before !== outcomeOf(result))
    result.revision += 1;
}

const outcomeOf = ({ status, price, winner }: Outcome) =>
  JSON.stringify([status, price, winner]);

/** Returns the result of the present offering of a lot. */
export const resultOf = (lot: Lot): Result => {
  const { status, price, winner, day, offering, revision } = lot;
  return { status, price, winner, day, offering, revision };
};

type Outcome = Pick<Result, "status" | "price" | "winner">;

/** Gives a bid another result of its offering, which is new for it. */
function renew({ result }: Bid, outcome: Outcome, revision: number): void {
  Object.assign(result, outcome, {
    revision: Math.max(revision, result.revision + 1),
  });
}

/** Bids know the last state of their own offering. */
function copy({ bids }: World, lot: Lot): void {
  for (const bid of bids)
    if (bid.lot === lot.id && bid.result.offering === lot.offering)
      bid.result = resultOf(lot);
}

/** Lets a person set the status. */
export function setStatus(bid: Bid, status: number): void {
  if (bid.status === status) return;
  bid.status = status;
  bid.releasedFrom = null;
  if (status === won) reprice(bid);
  else bid.wonPrice = null;
  if (!isOpen(bid)) answer(bid);
}

/** A person answers the present question. A newer result may ask another. */
export function answer(bid: Bid): void {
  bid.question = null;
}

/** Books the price of the result if it is within the maximum. */
export function reprice(bid: Bid): void {
  const { price } = bid.result;
  if (price !== null && price <= bid.amount) bid.wonPrice = price;
}

/** Lets the result count again after a person has removed the recorded price of a win. */
export function unrecord(bid: Bid): void {
  reprice(bid);
  const { price } = bid.result;
  if (price !== null && price > bid.amount) bid.question = "wonAbove";
}

/** Settles everything at a time: `hour` counts from midnight of day 0 in Japan. */
export function settle(world: World, hour: number): void {
  for (const lot of world.lots.values())
    if (lot.status === upcoming && lot.day * 24 + 15 <= hour) {
      lot.status = ongoing;
      copy(world, lot);
    }
  for (const bid of world.bids) hold(world, bid, hour);
  for (let again = true; again;) {
    again = false;
    const queue = [
      ...inOrder(world.bids.filter(isOpen)),
      ...world.bids.filter((bid) => !isOpen(bid)),
    ];
    for (const bid of queue)
      change(world, bid, hour, () => {
        again = decide(world, bid, hour) || again;
      });
  }
}

/** The order in which the cars of a group are bought. */
const inOrder = (bids: readonly Bid[]) =>
  bids.toSorted((a, b) => a.result.day - b.result.day || +a.id - +b.id);

/** Decides a bid as far as no person is needed, and returns whether anything changed. */
function decide(world: World, bid: Bid, hour: number): boolean {
  const before = JSON.stringify(bid);
  const isDue = bid.result.revision > bid.decided;
  const isNamed = bid.result.winner === bid.id;
  if (isOpen(bid)) decideOpen(world, bid, hour);
  else if (isDue && bid.status === won) decideWon(bid);
  else if (isDue && (isNamed || bid.question !== null)) {
    bid.question =
      isNamed && sold.includes(bid.result.status) ? "endedNamed" : null;
    bid.decided = bid.result.revision;
  } else if (bid.status === finished && bid.releasedFrom !== null)
    reopen(world, bid, hour);
  return before !== JSON.stringify(bid);
}

function decideOpen(world: World, bid: Bid, hour: number): void {
  const { status, price, winner, day } = bid.result;
  bid.decided = bid.result.revision;
  bid.question = null;
  if (!ended.includes(status)) {
    if (bid.recorded === null && isAfterLastCar(world, bid)) release(bid);
    else if (Math.floor(hour / 24) - day >= 2) bid.question = "overdue";
    return;
  }
  const isAbove = price !== null && price > bid.amount;
  const isSold = sold.includes(status);
  const isTaken = world.bids.some(
    (other) =>
      other !== bid &&
      other.status === won &&
      other.lot === bid.lot &&
      other.result.offering === bid.result.offering,
  );
  if (bid.recorded !== null) bid.question = "recordedPrice";
  else if (winner === bid.id)
    if (!isSold) bid.question = "namedUnsold";
    else if (isAbove) bid.question = "namedAbove";
    else if (isTaken) bid.question = "otherWinner";
    else if (carsLeft(world, bid) === 0) bid.question = "groupFull";
    else {
      bid.status = won;
      bid.wonPrice = price;
    }
  else if (!isSold || isAbove || winner !== null) bid.status = finished;
  else if (isAfterLastCar(world, bid)) release(bid);
  else bid.question = isTaken ? "otherWinner" : "unnamed";
}

function decideWon(bid: Bid): void {
  const { status, price, winner } = bid.result;
  const isContradicted = price !== null && price !== bid.recorded;
  bid.decided = bid.result.revision;
  bid.question = null;
  if (!sold.includes(status)) bid.question = "wonRevoked";
  else if (winner !== null && winner !== bid.id) bid.question = "wonOther";
  else if (bid.recorded !== null)
    bid.question = isContradicted ? "recordedPrice" : null;
  else if (price !== null && price !== bid.wonPrice)
    if (price > bid.amount) bid.question = "wonAbove";
    else bid.wonPrice = price;
}

function release(bid: Bid): void {
  bid.releasedFrom = bid.status;
  bid.status = finished;
}

/** Returns the won bids that count with a bid, in the order in which they were bought. */
const winsOf = ({ bids }: World, { client, group }: Bid) =>
  inOrder(
    bids.filter(
      (other) =>
        other.client === client &&
        other.group?.round === group?.round &&
        other.status === won,
    ),
  );

const carsLeft = (world: World, bid: Bid): number =>
  bid.group ? Math.max(bid.group.cars - winsOf(world, bid).length, 0) : 1;

/** Returns whether the last car of the group was bought before the bid's auction. */
function isAfterLastCar(world: World, bid: Bid): boolean {
  const last = bid.group && winsOf(world, bid)[bid.group.cars - 1];
  return last ? inOrder([bid, last])[0] === last : false;
}

/** Opens a released bid again whose group has room and whose money is free. */
function reopen(world: World, bid: Bid, hour: number): void {
  const { status, day, offering } = bid.result;
  const isTaken = world.bids.some(
    (other) =>
      isOpen(other) &&
      other.client === bid.client &&
      other.lot === bid.lot &&
      other.result.offering === offering,
  );
  const needed = neededFor(world, { ...bid, status: isNew }, hour);
  const isCovered = needed <= Math.max(moneyOf(world, bid.client).free, 0);
  const isComing = status === upcoming && day * 24 + 15 > hour;
  if (!isComing || isTaken || !isCovered || carsLeft(world, bid) === 0) return;
  bid.status = bid.releasedFrom ?? isNew;
  bid.releasedFrom = null;
  bid.question = null;
  bid.decided = bid.result.revision;
}
