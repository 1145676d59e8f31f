import { saidIn, type HasPart } from '#contract/campaign/campaign-parts.ts'
import type { NavName, SentForm } from './navigation.ts'

/**
 * Words of a screen. `moment` is a day and a time, `day` a day, both in ms and shown in the campaign's
 * time zone; `soon`: a time that may be today. `quoted` and `name` are the words of others: a mail
 * server's answer, an address. `link`: the words of a link, such as the address of a person.
 * `small`: what stands below, in small type.
 */
export type Words =
  | string
  | { moment: number }
  | { soon: number }
  | { day: number }
  | { quoted: string }
  | { name: string }
  | { link: string; path: string }
  | { small: Words }
  | readonly Words[]

/** What an operator types or chooses before an act. */
export type AskInput =
  /** a day and a time of day: the fields `NAME-day` and `NAME-time` */
  | { kind: 'time'; name: string; label: string }
  /** a text of several lines, with at most so many characters */
  | { kind: 'note'; name: string; label: string; most: number }
  | {
      kind: 'choice'
      name: string
      label: string
      options: readonly (readonly [value: string, name: string, note: string])[]
    }

/** The words of the page that asks before an act. It contains no address of a person in its title. */
export type Question = {
  nav: NavName
  /** where the page comes from; its button leads back there, or to `backTo` */
  crumb: { label: string; path: string }
  backTo?: string
  title: string
  note: Words
  /** by their terms: what happens, what stays, and the way back */
  facts: Readonly<Record<string, Words>>
  text?: Words
  inputs?: readonly AskInput[]
  /** below the inputs */
  hint?: string
  /** what the page has asked for, which the press sends */
  sends?: SentForm
  /** null: there is nothing to do */
  button: string | null
  danger?: boolean
  /** the way back, beside the button */
  back: string
}

/** The facts without what is about parts that the campaign lacks; one of which nothing is left goes. */
export const factsFor = (facts: Question['facts'], has: HasPart): Question['facts'] =>
  Object.fromEntries(Object.entries(saidIn(facts, has)).filter(([, said]) => said !== ''))

/** Asks before an act. `typed`: the values of the inputs, by field. */
export type AskView = {
  screen: 'ask'
  /** the path that its form posts to */
  action: string
  question: Question
  typed: Readonly<Record<string, string>>
  /** why the act was not done. `field`: the input that says so */
  wrong?: { says: string; field?: string }
}
