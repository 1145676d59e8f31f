import { readFileSync } from 'node:fs'

/** Peak resident memory of a process (VmHWM), MB. */
export const peakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
