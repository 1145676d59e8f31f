import { claim, load, median, peakMb, startBench } from './measure.ts'

/** From the start of the process to /readyz, and the peak of memory under load, with the flags of `npm start`. */
export async function size(): Promise<void> {
  const starts: number[] = []
  for (let n = 0; n < 5; n++) {
    const server = await startBench('src/server/main.ts')
    starts.push(server.readyMs)
    await server.stop()
  }
  claim('seconds from start to ready', median(starts) / 1_000, median(starts) <= 1_000, 'at most 1')
  const server = await startBench('src/server/main.ts')
  await load(server, { connections: 64, requests: 20_000, kind: 'page' })
  await load(server, { connections: 64, requests: 20_000, kind: 'join' })
  const peak = peakMb(server.pid)
  await server.stop()
  claim('MB at 64 connections (VmHWM)', peak, peak <= 160, 'at most 160')
}
