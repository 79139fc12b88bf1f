// Ends a program that npm has started when npm itself is asked to stop. The
// shell between them dies of the signal without a word to the program, which
// would run on unseen: so when the parent goes, the program asks itself.
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
}, 500).unref();
