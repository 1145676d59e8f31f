/** `size` is the size of the file in bytes, if known; `clock` is in ms. */
export type ProgressDeps = {
  note: (line: string) => void
  size: number | undefined
  clock: () => number
}

const reportEveryMs = 2_000

/** Notes the progress of a long import every two seconds. */
export function openProgress({ note, size, clock }: ProgressDeps) {
  const began = clock()
  let [reportedAt, read] = [began, 0]
  return {
    bytes: (bytes: number): void => {
      read = bytes
    },
    rows(rows: number): void {
      const now = clock()
      if (now - reportedAt < reportEveryMs) return
      reportedAt = now
      note(`${rows} rows so far${left(now)}`)
    },
  }

  function left(now: number): string {
    if (!size || read === 0) return ''
    const share = Math.min(read / size, 1)
    return `, ${Math.floor(share * 100)} % of the file, about ${Math.ceil(((now - began) * (1 / share - 1)) / 1_000)} s left`
  }
}
