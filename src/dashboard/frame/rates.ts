import { grouped } from '#contract/figures.ts'

/** Does not apply, or nobody can know. A counted nothing is 0. */
export const dash = '–'

/** No percentage is shown of a smaller base. */
const leastBase = 30

/** `part` as a percentage of its base, e.g. `8.0%`. A dash where the base is too small. */
export const share = (part: number | null, base: number | null, digits = 1): string =>
  part === null || base === null || base < leastBase
    ? dash
    : `${((part / base) * 100).toFixed(digits)}%`

/** The change, with its sign: `+14.2%`, or the difference (`+3`) where the base is too small. */
export function changeOf(now: number | null, before: number | null): string {
  if (now === null || before === null) return dash
  const difference = now - before
  if (before < leastBase) return signed(difference, grouped(Math.abs(difference)))
  const percent = ((difference / before) * 100).toFixed(1)
  return signed(Number(percent), `${percent.replace('-', '')}%`)
}

const signed = (value: number, text: string) =>
  value === 0 ? text : `${value > 0 ? '+' : '–'}${text}`

/** `1.08M`, `371k`: for narrow windows, from 100,000 on. */
export function shortened(n: number): string {
  const [value, unit] = n >= 999_500 ? [n / 1e6, 'M'] : [n / 1e3, 'k']
  return `${value < 100 ? value.toFixed(value < 10 ? 2 : 1) : Math.round(value)}${unit}`
}
