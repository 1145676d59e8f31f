const two = (value: number) => String(value).padStart(2, '0')

/** 04, 47, 23: a span of seconds as a lap timer shows it. */
export const hoursOf = (seconds: number): [string, string, string] => [two(Math.floor(seconds / 3_600)), two(Math.floor(seconds / 60) % 60), two(seconds % 60)]

/** 7, 00, 00, 00: the same with days. */
export const daysOf = (seconds: number): [string, string, string, string] => [String(Math.floor(seconds / 86_400)), ...hoursOf(seconds % 86_400)]

/** What the clock draws: each value over its unit. */
export const labelled = (values: readonly string[], units: readonly string[]) => values.map((value, index) => ({ value, label: units[index] ?? '' }))
