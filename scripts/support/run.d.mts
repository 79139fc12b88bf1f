export function run(options: {
  command: readonly string[];
  env?: Record<string, string | undefined>;
  minutes?: number;
  limit?: AbortSignal;
  graceMs?: number;
}): Promise<{ code: number; output: string; seconds: number }>;
