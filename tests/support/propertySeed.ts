import fc from "fast-check";

// A run tests what the run before it has tested; SEED chooses other values.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });
