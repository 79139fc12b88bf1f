import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

const holderOf = (file) => {
  try {
    return Number(readFileSync(file, "utf8")) || null;
  } catch {
    return null;
  }
};

const hasTaken = (file) => {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
};

/**
 * Runs `work` while this process holds the lock file. Waits while another
 * process holds it, calling `onWait` once, and takes over the lock of a process
 * that has ended.
 */
export const withLock = async ({ file, onWait, work }) => {
  mkdirSync(path.dirname(file), { recursive: true });
  let hasWaited = false;
  while (!hasTaken(file)) {
    const holder = holderOf(file);
    if (holder !== null && isAlive(holder)) {
      if (!hasWaited) onWait(holder);
      hasWaited = true;
      await sleep(200);
      continue;
    }
    // The file exists before its content is written, so read it once more.
    await sleep(50);
    if (holderOf(file) === holder) rmSync(file, { force: true });
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.removeListener("exit", release);
    release();
  }
};
