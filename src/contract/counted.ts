import { grouped } from './figures.ts'

/** A count that stops at `most`: from there on it is 'at least', as 10,000+. */
export const upTo = (value: number, most: number): string =>
  value < most ? grouped(value) : `${grouped(most - 1)}+`

/** A number and its noun: `1 mail`, `1,247 mails`. */
export const counted = (value: number, one: string): string =>
  `${grouped(value)} ${one}${value === 1 ? '' : 's'}`

/** `1 person`, `8,412 people`. */
export const peopleText = (count: number): string =>
  `${grouped(count)} ${count === 1 ? 'person' : 'people'}`
