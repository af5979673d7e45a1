import { readFile } from 'node:fs/promises';

/** Whether the process runs: one that has ended may wait for its parent, and counts as gone. */
export async function runs(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => 'State:\tX');
  return !/^State:\s+[XZ]/mu.test(status);
}
