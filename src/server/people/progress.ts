/** `size` is that of the file in bytes, where it is known; `clock` is in ms. */
export type ProgressDeps = {
  note: (line: string) => void
  size: number | undefined
  clock: () => number
}

const tellEveryMs = 2_000

/** Says every other second how far something long has come; what is done before that says nothing. */
export function openProgress({ note, size, clock }: ProgressDeps) {
  const began = clock()
  let [told, read] = [began, 0]
  return {
    bytes: (bytes: number): void => {
      read = bytes
    },
    rows(rows: number): void {
      const now = clock()
      if (now - told < tellEveryMs) return
      told = now
      note(`${rows} rows so far${left(now)}`)
    },
  }

  function left(now: number): string {
    if (!size || read === 0) return ''
    const share = Math.min(read / size, 1)
    return `, ${Math.floor(share * 100)} % of the file, about ${Math.ceil(((now - began) * (1 / share - 1)) / 1_000)} s left`
  }
}
