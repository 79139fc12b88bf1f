// Ends a program that npm has started when npm receives a signal. The shell
// between npm and the program dies without passing the signal on, so the
// program watches for the end of its parent.
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
}, 500).unref();
